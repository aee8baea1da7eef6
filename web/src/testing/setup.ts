import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Whether something is hidden is asked of a real browser; here it would mean the style of every piece of every pizza.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

// Testing Library cleans up by itself only where the test functions are global.
afterEach(cleanup);

// Machines are tried without a page.
if ("HTMLDialogElement" in globalThis) teachDialogs();

/** jsdom knows the element and none of its ways; the top layer and the focus' return are proved in a real browser. */
function teachDialogs() {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.removeAttribute("open");
  };
}
