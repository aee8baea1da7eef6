// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, reloadOnce } from "./reloadOnce";

const reload = vi.fn<() => void>();
const server = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  // jsdom has no page to load.
  vi.stubGlobal("location", { reload, href: "/menu" });
  server.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal("fetch", server);
});
afterEach(() => vi.unstubAllGlobals());

// spec: SH-19
test("a part that does not come loads the page anew once a visit; then it is an error", async () => {
  const gone = new Error("Failed to fetch dynamically imported module");
  const load = page(() => Promise.reject(gone));
  const first = load();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  // Until the page goes, nothing is said of it.
  expect(await Promise.race([first, Promise.resolve("nothing yet")])).toBe("nothing yet");
  await expect(load()).rejects.toBe(gone);
  expect(reload).toHaveBeenCalledOnce();
});

// spec: SH-19
test("a part that comes loads nothing anew", async () => {
  await expect(page(() => Promise.resolve("module"))()).resolves.toBe("module");
  expect(reload).not.toHaveBeenCalled();
});

test("a part that comes at the second try, since the network is back, loads nothing anew", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("no network"));
  await expect(page(load.mockResolvedValue("module"))()).resolves.toBe("module");
  expect(reload).not.toHaveBeenCalled();
});

test("where the server cannot be reached, whatever the browser says, a part is waited for, and the page stays", async () => {
  server.mockRejectedValue(new TypeError("Failed to fetch"));
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("no network"));
  const part = page(load.mockResolvedValue("module"))();
  await vi.waitFor(() => expect(server).toHaveBeenCalled());
  window.dispatchEvent(new Event("online"));
  await expect(part).resolves.toBe("module");
  expect(reload).not.toHaveBeenCalled();
});

test("while there is no network a part is waited for, and the page stays", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("no network"));
  const part = page(load.mockResolvedValue("module"))();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(load).toHaveBeenCalledOnce();
  expect(server).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await expect(part).resolves.toBe("module");
  expect(reload).not.toHaveBeenCalled();
});

// spec: SH-19
test("where a visit cannot remember, the page is not loaded for ever", () => {
  vi.stubGlobal("sessionStorage", {
    getItem() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
