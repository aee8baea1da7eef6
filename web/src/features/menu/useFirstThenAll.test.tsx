import { useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFirstThenAll } from "./useFirstThenAll";

const PARTS = ["Illalle", "Pizzat", "Monsterit", "Juomat"];

let root: Root;
let page: HTMLElement;
let go: NavigateFunction;
/** What stood on the page, and with which hash, after each change. */
let stood: string[];

beforeEach(() => {
  // Under `act` all that is put off is done at once.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  stood = [];
  page = document.createElement("div");
  root = createRoot(page);
});

afterEach(() => {
  flushSync(() => root.unmount());
  vi.unstubAllGlobals();
});

function Parts() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const shown = useFirstThenAll(PARTS).join(" ");
  useEffect(() => {
    go = navigate;
  }, [navigate]);
  useEffect(() => void stood.push(`${hash} ${shown}`.trim()), [hash, shown]);
  return shown;
}

function open(at: string) {
  flushSync(() =>
    root.render(
      <MemoryRouter initialEntries={[at]}>
        <Parts />
      </MemoryRouter>,
    ),
  );
}

test("the first ones come at once, the others after each other", async () => {
  open("/menu");
  expect(page.textContent).toBe("Illalle Pizzat");
  await expect.poll(() => page.textContent).toBe(PARTS.join(" "));
});

test("all come at once for who wants to one of them", () => {
  open("/menu#monsterit");
  expect(page.textContent).toBe(PARTS.join(" "));
});

test("all come at once where one is pressed while the others are on their way, and they stay", async () => {
  open("/menu");
  void go("/menu#monsterit");
  await expect.poll(() => stood.at(-1)).toMatch(/^#monsterit/);
  void go("/menu");
  await expect.poll(() => stood.at(-1)).toBe(PARTS.join(" "));
  expect(stood.filter((text) => text.startsWith("#"))).toEqual([`#monsterit ${PARTS.join(" ")}`]);
});
