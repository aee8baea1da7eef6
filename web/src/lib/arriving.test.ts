// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arriving, opening } from "./arriving";
import { askForLostStyles, keepAskingForStyles } from "./lostStyles";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

function addSheet(href: string): HTMLLinkElement {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  document.head.append(sheet);
  return sheet;
}

const sheets = () => [...document.head.querySelectorAll("link")];
/** jsdom fetches no styles: what becomes of one is told to it. */
const tell = (sheet: HTMLLinkElement | undefined, what: "load" | "error") =>
  sheet?.dispatchEvent(new Event(what));

test("a part that does not come is asked for until it has come, later each time, and never fails", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("no network"));
  const part = arriving(load);
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  expect(load).toHaveBeenCalledTimes(4);
  load.mockResolvedValue("module");
  window.dispatchEvent(new Event("online"));
  await expect(part).resolves.toBe("module");
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(load).toHaveBeenCalledTimes(5);
});

test("a part is asked for at once, whatever styles of others did not come", () => {
  addSheet("/assets/Menu.css").dataset["lost"] = "";
  const load = vi.fn<() => Promise<string>>().mockResolvedValue("module");
  void arriving(load);
  expect(load).toHaveBeenCalledOnce();
});

test("what is asked for in vain for long is asked for once a minute", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("no network"));
  void arriving(load);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const before = load.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(before + 1);
});

// spec: SH-19
test("what a person opens, and the server has no more, loads the page anew once", async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { reload, href: "/menu" });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  void opening(() => Promise.reject(new Error("gone")));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test("a style that does not come is asked for again in its place until it comes", async () => {
  keepAskingForStyles();
  const lost = addSheet("/assets/Menu.css");
  const other = addSheet("/assets/Cart.css");
  tell(lost, "error");
  tell(other, "load");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sheets()[0]).not.toBe(lost);
  expect(sheets()[1]).toBe(other);
  tell(sheets()[0], "error");
  await vi.advanceTimersByTimeAsync(0);
  const second = sheets()[0];
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sheets()[0]).not.toBe(second);
  tell(sheets()[0], "load");
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sheets().map(({ href }) => new URL(href).pathname)).toEqual([
    "/assets/Menu.css",
    "/assets/Cart.css",
  ]);
});

test("a part is shown once its style has come, too", async () => {
  keepAskingForStyles();
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(() => {
    tell(addSheet("/assets/Menu.css"), "error");
    return Promise.reject(new Error("Unable to preload CSS"));
  });
  const come = vi.fn<(part: string) => void>();
  void arriving(load.mockResolvedValue("module")).then(come);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(come).not.toHaveBeenCalled();
  // Who asks beside it waits for the same.
  const asked = askForLostStyles();
  tell(sheets()[0], "load");
  await asked;
  await vi.advanceTimersByTimeAsync(0);
  expect(come).toHaveBeenCalledExactlyOnceWith("module");
});
