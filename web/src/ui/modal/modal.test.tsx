import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";
import { withoutFragment } from "./hash";
import { Modal } from "./Modal";
import { ModalLink } from "./ModalLink";
import { modalHref } from "./useModal";

beforeEach(() => vi.spyOn(window, "scrollTo").mockImplementation(() => {}));

function Page() {
  return (
    <>
      <ModalLink name="aloita-tilaus">Muokkaa</ModalLink>
      <Modal name="aloita-tilaus" title="Muokkaa toimitustapaa" footer="Tallenna">
        <ModalLink name="osoite">Osoite</ModalLink>
      </Modal>
      <Modal name="osoite" title="Osoite">
        Vaasankatu 12
      </Modal>
    </>
  );
}

function open(path: string) {
  const router = createMemoryRouter([{ path: "/menu", element: <Page /> }], {
    initialEntries: ["/menu?a=1", path],
  });
  render(<RouterProvider router={router} />);
  return {
    back: () => router.navigate(-1),
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
  };
}

const dialog = (name: string) => screen.queryByRole("dialog", { name });

// spec: SH-20
test("modals stand in the address, joined with &, beside what else its hash says", async () => {
  const { address } = open("/menu?a=1#pizzat");
  await userEvent.click(screen.getByRole("link", { name: "Muokkaa" }));
  await userEvent.click(screen.getByRole("link", { name: "Osoite" }));
  expect(address()).toBe("/menu?a=1#pizzat&aloita-tilaus&osoite");
  await userEvent.click(screen.getAllByRole("button", { name: "Sulje" })[1] ?? document.body);
  await waitFor(() => expect(address()).toBe("/menu?a=1#pizzat&aloita-tilaus"));
  await userEvent.click(screen.getByRole("link", { name: "Muokkaa" }));
  expect(address()).toBe("/menu?a=1#pizzat&aloita-tilaus");
});

// spec: SH-20
test("back closes what was opened", async () => {
  const { back } = open("/menu");
  await userEvent.click(screen.getByRole("link", { name: "Muokkaa" }));
  expect(dialog("Muokkaa toimitustapaa")).toBeInTheDocument();
  await back();
  await waitFor(() => expect(dialog("Muokkaa toimitustapaa")).toBeNull());
});

// spec: SH-22
test.each([
  ["after 300 ms, in which it fades", false, 299],
  ["at once for who wants no motion", true, 0],
])("a dialog that is closed goes %s", async (_, isReduced, stays) => {
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
  vi.useFakeTimers();
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const shown = (isOpen: boolean) => (
    <Dialog isOpen={isOpen} title="Osoite" onClose={() => {}}>
      Vaasankatu 12
    </Dialog>
  );
  try {
    const { rerender } = render(shown(true));
    await wait(1_000);
    const here = dialog("Osoite")?.className;
    rerender(shown(false));
    await wait(stays);
    expect(dialog("Osoite")?.className ?? "gone").not.toBe(here);
    expect(dialog("Osoite") === null).toBe(stays === 0);
    await wait(1);
    expect(dialog("Osoite")).toBeNull();
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

// spec: SH-20
test("what is closed takes along what was opened over it", () => {
  expect(withoutFragment("#edit-1&question", "edit-1")).toBe("");
  expect(withoutFragment("#setup&edit-1&question", "edit-1")).toBe("#setup");
  expect(withoutFragment("#edit-1&question", "question")).toBe("#edit-1");
  expect(withoutFragment("#edit-1", "another")).toBe("#edit-1");
});

test("an address with a modal opens it; closing leaves the page and takes the hash away", async () => {
  const { address } = open(`/menu${modalHref("aloita-tilaus")}`);
  expect(screen.getByRole("heading", { name: "Muokkaa toimitustapaa" })).toHaveFocus();
  fireEvent(dialog("Muokkaa toimitustapaa") ?? document.body, new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(dialog("Muokkaa toimitustapaa")).toBeNull());
  expect(address()).toBe("/menu");
});

test("a press beside it closes, one that began inside does not", async () => {
  open("/menu#osoite");
  const shown = screen.getByRole("dialog", { name: "Osoite" });
  await userEvent.pointer([
    { keys: "[MouseLeft>]", target: screen.getByText("Vaasankatu 12") },
    { target: shown },
    { keys: "[/MouseLeft]", target: shown },
  ]);
  expect(shown).toBeInTheDocument();
  await userEvent.click(shown);
  await waitFor(() => expect(dialog("Osoite")).toBeNull());
});

test("a dialog whose page goes is closed while it still stands there, so that the focus returns", () => {
  const closed: boolean[] = [];
  vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (this: HTMLDialogElement) {
    closed.push(this.isConnected);
  });
  const { unmount } = render(
    <Dialog isOpen title="Osoite" onClose={() => {}}>
      Vaasankatu 12
    </Dialog>,
  );
  unmount();
  expect(closed).toEqual([true]);
});
