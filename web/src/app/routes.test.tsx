import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../api/testing/server";
import { createQueryClient } from "./queryClient";
import { routes } from "./routes";
import { AppRouter } from "./routing/AppRouter";
import { loadPages } from "./routing/lazyPage";

// jsdom has no view to scroll.
beforeEach(() => vi.spyOn(window, "scrollTo").mockImplementation(() => {}));
afterEach(() => vi.unstubAllGlobals());

/** A line on which nothing comes. */
class SilentSocket extends EventTarget {
  close() {}
}

async function open(path: string) {
  window.history.replaceState(null, "", path);
  await loadPages(routes, path);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AppRouter routes={routes} />
    </QueryClientProvider>,
  );
}

// spec: T-03, SH-13
test("/tilaus has the minimal header and footer, and says where the link to one's order is", async () => {
  await open("/tilaus");
  expect(await screen.findByText(/Avaa seuranta tilausvahvistuksesi linkistä/)).toBeVisible();
  expect(screen.getByRole("banner").querySelectorAll("a")).toHaveLength(1);
  expect(screen.getByRole("contentinfo").querySelectorAll("a")).toHaveLength(0);
});

// spec: T-21
test("of an order without its key nothing is claimed; it opens by the link in the confirmation", async () => {
  await open("/tilaus/xxx");
  expect(await screen.findByRole("heading", { name: "Linkistä puuttuu osa" })).toBeVisible();
  expect(screen.getByText(/Avaa seuranta tilausvahvistuksen linkistä\./)).toBeVisible();
  expect(screen.getByText("Kun tilaus on vastaanotettu, vahvistus on sähköpostissasi.")).toBeVisible();
  expect(screen.queryByText(/xxx/)).toBeNull();
  expect(document.title).toBe("Linkistä puuttuu osa · Ovelle");
  expect(screen.getAllByRole("link", { name: "Etusivulle" })).toHaveLength(1);
});

// spec: LO-07, CP-01
test.each([
  ["/kotijoukot", "Kotijoukot"],
  ["/kupongit", "Kupongit"],
])("%s is open to everybody: %s", async (path, title) => {
  serve({});
  await open(path);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`${title} · Ovelle`));
});

// spec: T-17
test.each([
  ["/tilaus/10001?orderKey=abc", "Avataan tilauksesi seurantaa"],
  ["/tilaus/tulos?status=OK&orderid=10001&order-key=abc", "Tarkistamme maksua."],
])("%s says what it waits for: %s", async (path, words) => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  vi.stubGlobal("WebSocket", SilentSocket);
  await open(path);
  expect(await screen.findByRole("heading", { level: 1, name: words })).toBeInTheDocument();
});

// spec: SH-04, SH-05
test.each(["/404", "/ei/mitaan"])("%s is no page, and says so", async (path) => {
  serve({ [`GET /api/cms/stories/sivut${path}`]: refusal(404, "cms/not-found", "Sivua ei löydy.") });
  await open(path);
  expect(await screen.findByRole("heading", { name: "Sivua ei löydy" })).toBeVisible();
  expect(screen.getByText("Kaikkea muuta maukasta kyllä löytyy.")).toBeVisible();
  expect(screen.getByRole("main").querySelector('a[href="/"]')).toHaveTextContent("Etusivulle");
});

test("after going to another page, its heading has the focus and its title is read out", async () => {
  serve({ "GET /api/cms/stories/sivut/404": refusal(404, "cms/not-found", "Sivua ei löydy.") });
  await open("/404");
  const home = await screen.findByRole("link", { name: "Etusivulle" });
  // The page's code is waited for within what React calls an act.
  await act(async () => userEvent.click(home));
  expect(await screen.findByRole("heading", { name: "Uunista ovelle" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  expect(await screen.findByText("Etusivu · Ovelle")).toBeInTheDocument();
});
