import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createBrowserRouter, Link, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { draftsIn } from "../lib/drafts";
import { reload } from "../testing/reload";
import { useDraft, useKeptDraft } from "./useDraft";

const DRAFTS = draftsIn("texts", (value) => (typeof value === "string" ? value : null));

function Field({ outlivesBack = false }: { outlivesBack?: boolean }) {
  const [text, setText] = useState(useKeptDraft(DRAFTS, "field", { outlivesBack }) ?? "");
  const forget = useDraft(DRAFTS, "field", text === "" ? null : text, { outlivesBack });
  return (
    <>
      <input value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={forget}>
        Sulje
      </button>
      <Link to="/muualla">Muualle</Link>
      <Link to="#kysymys">Kysymys</Link>
    </>
  );
}

/** The browser's own history, where it stands. */
function open() {
  const router = createBrowserRouter([
    {
      path: "/",
      element: (
        <>
          <Link to="/kentta">Kenttä</Link>
          <Link to="/tyo">Työ</Link>
        </>
      ),
    },
    { path: "/tyo", element: <Field outlivesBack /> },
    { path: "/kentta", element: <Field /> },
    { path: "/muualla", element: <Link to="/kentta">Kenttä</Link> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const field = () => screen.findByRole("textbox");
const back = async (router: ReturnType<typeof open>, steps = -1) => {
  const arrived = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  await act(async () => {
    void router.navigate(steps);
    await arrived;
  });
};

beforeEach(() => {
  sessionStorage.clear();
  window.history.pushState(null, "", "/");
});

afterEach(() => sessionStorage.clear());

async function write() {
  const router = open();
  await follow("Kenttä");
  await userEvent.type(await field(), "Liisank");
  return router;
}

test("a reload has what was written, also over a modal that was opened since", async () => {
  await write();
  reload();
  open();
  expect(await field()).toHaveValue("Liisank");
  await follow("Kysymys");
  reload();
  open();
  expect(await field()).toHaveValue("Liisank");
});

test("who goes on and comes back has it, who comes by a link begins anew", async () => {
  const router = await write();
  await follow("Muualle");
  await back(router);
  expect(await field()).toHaveValue("Liisank");
  await follow("Muualle");
  await follow("Kenttä");
  expect(await field()).toHaveValue("");
});

test("who goes back leaves nothing behind", async () => {
  const router = await write();
  await back(router);
  await screen.findByRole("link", { name: "Kenttä" });
  await back(router, 1);
  expect(await field()).toHaveValue("");
});

test("what took work is there for who went back, and comes by a link", async () => {
  const router = open();
  await follow("Työ");
  await userEvent.type(await field(), "Liisank");
  await back(router);
  await follow("Työ");
  expect(await field()).toHaveValue("Liisank");
  await userEvent.click(screen.getByRole("button", { name: "Sulje" }));
  await back(router);
  await follow("Työ");
  expect(await field()).toHaveValue("");
});

test("what is closed is forgotten, and what is cleared was never there", async () => {
  await write();
  await userEvent.click(screen.getByRole("button", { name: "Sulje" }));
  reload();
  open();
  expect(await field()).toHaveValue("");
  await userEvent.type(await field(), "L{Backspace}");
  expect(sessionStorage).toHaveLength(0);
});
