import { afterEach } from "vitest";

// What has no page needs none of it.
if ("document" in globalThis) {
  await import("@testing-library/jest-dom/vitest");
  const { cleanup, configure } = await import("@testing-library/react");

  // Whether something is hidden is asked of a real browser; here it would mean the style of every piece of every pizza.
  configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

  // Testing Library cleans up by itself only where the test functions are global.
  afterEach(cleanup);
  teachDialogs();
}

/** jsdom knows the element and none of its ways; the top layer and the focus' return are proved in a real browser. */
function teachDialogs() {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.removeAttribute("open");
  };
}
