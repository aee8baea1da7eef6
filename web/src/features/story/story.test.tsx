import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import overview from "../../../../content/stories/ehdot.json";
import ofShop from "../../../../content/stories/ehdot/kayttoehdot.json";
import ofLoyalty from "../../../../content/stories/ehdot/kotijoukkojen-kayttoehdot.json";
import { type Answer, refusal, serve } from "../../api/testing/server";
import { routes } from "../../app/routes";
import { loadPages } from "../../app/routing/lazyPage";
import { storySlug } from "../../content/storySlug";

beforeEach(() => vi.spyOn(window, "scrollTo").mockImplementation(() => {}));

/** Opens a page where the server answers so; `null`: it never does. */
function open(path: string, answers: Record<string, Answer | Answer[]> | null) {
  const asked = serve(answers ?? {});
  if (answers === null) vi.stubGlobal("fetch", () => new Promise(() => {}));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

// As the app does before it shows a page.
beforeAll(() => loadPages(routes, "/sivut"));

const told = (title: string, more = {}): Answer => ({ status: 200, body: { content: { title, ...more } } });
const at = (slug: string) => `GET /api/cms/stories/${slug}`;

// spec: CT-01, CT-03, PY-42
test.each([
  ["/sivut/kuljetuspalaute", "sivut/kuljetuspalaute"],
  ["/franchise/yrittajaksi", "franchise/yrittajaksi"],
  ["/vastuullisuus", "sivut/vastuullisuus"],
  ["/yrityksille", "sivut/yrityksille"],
  ["/lounas", "sivut/lounas"],
  ["/edenred-lounari/", "sivut/edenred-lounari"],
])("%s shows what the editors wrote in %s", async (path, slug) => {
  open(path, { [at(slug)]: told("Otsikko") });
  expect(await screen.findByRole("heading", { level: 1, name: "Otsikko" })).toBeVisible();
  expect(document.title).toBe("Otsikko · Ovelle");
});

// spec: LG-15
test("the terms have an overview, which leads to those of the shop and those of the programme", async () => {
  const pages = [
    ["/ehdot/kayttoehdot", ofShop, "Verkkokaupan käyttöehdot"],
    ["/ehdot/kotijoukkojen-kayttoehdot", ofLoyalty, "Kotijoukkojen käyttöehdot"],
  ] as const;
  open("/ehdot", { [at("ehdot")]: { status: 200, body: overview } });
  await screen.findByRole("heading", { level: 1, name: "Ehdot" });
  for (const [path, , title] of pages) {
    const link = within(screen.getByRole("main")).getByRole("link", { name: title });
    expect(link).toHaveAttribute("href", path);
  }
  cleanup();
  for (const [path, story, title] of pages) {
    open(path, { [at(path.slice(1))]: { status: 200, body: story } });
    await screen.findByRole("heading", { level: 1, name: title });
    expect(within(screen.getByRole("main")).getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(2);
    cleanup();
  }
});

// spec: CT-05, CT-07
test("a page has its title, its blocks and what ends it, and a way past the header", async () => {
  const text = (words: string) => ({ component: "text", text: words });
  open("/lounas", {
    [at("sivut/lounas")]: told("Lounas", { blocks: [text("Ensin")], endBlocks: [text("Lopuksi")] }),
  });
  await screen.findByRole("heading", { level: 1, name: "Lounas" });
  const main = screen.getByRole("main");
  expect(within(main).getByText("Ensin").compareDocumentPosition(within(main).getByText("Lopuksi"))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const skip = screen.getByRole("link", { name: "Siirry sisältöön" });
  expect(skip).toHaveAttribute("href", `#${main.id}`);
});

// spec: CT-02, CT-04
test("what nobody wrote is no page; the editors are asked first", async () => {
  const missing = refusal(404, "cms/not-found", "Sivua ei löydy.");
  const asked = open("/ei/mitaan", { [at("sivut/ei/mitaan")]: missing });
  expect(await screen.findByRole("heading", { name: "Sivua ei löydy" })).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain(at("sivut/ei/mitaan"));
});

// spec: CT-04
test("until it is known what was written, that is said", async () => {
  open("/lounas", null);
  expect(await screen.findByText("Haetaan sivua")).toBeVisible();
});

// spec: CT-04
test("a page that does not come can be asked for again", async () => {
  open("/lounas", { [at("sivut/lounas")]: [{ status: 503 }, told("Lounas")] });
  await userEvent.click(await screen.findByRole("button", { name: "Yritä uudelleen" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Lounas" })).toBeVisible();
});

// spec: CT-03
test("an address that no story can be called by asks for none", () => {
  const none = ["/", "/..", "/a.b", "/ä", "/a//b", `/${"a".repeat(120)}`];
  expect(none.map(storySlug)).toEqual(none.map(() => null));
  expect(["/ehdot", "/sivut", "/sivutie"].map(storySlug)).toEqual(["ehdot", "sivut", "sivut/sivutie"]);
});
