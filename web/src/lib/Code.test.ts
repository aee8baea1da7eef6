// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { Code } from "./Code";

afterEach(() => vi.unstubAllGlobals());

test("code is asked for once, and is there when it has come", async () => {
  const fetch = vi.fn<() => Promise<string>>(async () => "part");
  const code = new Code(fetch);
  expect(code.module).toBeNull();
  const coming = code.load();
  expect(code.load()).toBe(coming);
  expect(await coming).toBe("part");
  expect(code.module).toBe("part");
  expect(fetch).toHaveBeenCalledOnce();
});

test("code that did not come is asked for again at the next try, and what has come is not", async () => {
  // The page was loaded anew once in this visit: what does not come now is an error.
  sessionStorage.setItem("ovelle.reloaded", "1");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  const gone = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("gone"));
  const there = vi.fn<() => Promise<string>>().mockResolvedValue("part");
  const [lost, come] = [new Code(gone), new Code(there)];
  await come.load();
  await expect(lost.load()).rejects.toThrow("gone");
  const asked = gone.mock.calls.length;
  await expect(lost.load()).rejects.toThrow("gone");
  expect(gone).toHaveBeenCalledTimes(asked);
  Code.retryLost();
  gone.mockResolvedValue("part");
  expect(await lost.load()).toBe("part");
  expect(await come.load()).toBe("part");
  Code.retryLost();
  expect(await lost.load()).toBe("part");
  expect([gone.mock.calls.length, there.mock.calls.length]).toEqual([asked + 1, 1]);
});
