import { act, render, screen } from "@testing-library/react";
import { Link, type RouteObject } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { AppRouter } from "./AppRouter";
import { lazyPage, loadPages } from "./lazyPage";

// As newer browsers answer.
const scrollTo = vi.fn<(x: number, y: number) => Promise<void>>().mockResolvedValue();

beforeEach(() => {
  sessionStorage.clear();
  scrollTo.mockClear();
  vi.stubGlobal("scrollTo", scrollTo);
  scrolledTo(0);
});

function scrolledTo(y: number): void {
  vi.stubGlobal("scrollY", y);
}

const First = () => (
  <>
    <h1>Eka</h1>
    <Link to="/toka">Tokaan</Link>
    <Link to="/#kohta">Kohtaan</Link>
    <Link to="/?paikallaan" preventScrollReset>
      Paikallaan
    </Link>
    <p id="kohta">Kohta</p>
  </>
);
const Second = () => (
  <>
    <h1>Toka</h1>
    <Link to="/">Ekaan</Link>
  </>
);

async function open(second: () => Promise<{ Component: () => React.ReactNode }>, at = "/") {
  window.history.replaceState(null, "", at);
  const routes: RouteObject[] = [
    { path: "/", ...lazyPage(() => Promise.resolve({ Component: First })) },
    { path: "/toka", ...lazyPage(second) },
    { path: "*", element: <Link to="/toka">Tokaan</Link> },
  ];
  await loadPages(routes, at);
  return render(<AppRouter routes={routes} />);
}

async function press(name: string): Promise<void> {
  await act(async () => screen.getByRole("link", { name }).click());
}

async function goBack(): Promise<void> {
  const gone = new Promise((done) => window.addEventListener("popstate", done, { once: true }));
  await act(async () => {
    window.history.back();
    await gone;
  });
}

test("a page stays until the code of the next one has come", async () => {
  let come: (module: { Component: typeof Second }) => void = () => {};
  await open(() => new Promise((resolve) => (come = resolve)));
  await press("Tokaan");
  expect(screen.getByRole("heading", { name: "Eka" })).toBeVisible();
  await act(async () => come({ Component: Second }));
  expect(screen.getByRole("heading", { name: "Toka" })).toBeVisible();
});

// spec: SH-15, SH-19
test("where a page's code does not come, it is said, and the next time it is asked for again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  // This visit was loaded anew already.
  sessionStorage.setItem("ovelle.reloaded", "1");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  const second = vi
    .fn<() => Promise<{ Component: typeof Second }>>()
    .mockRejectedValueOnce(new Error("Failed to fetch dynamically imported module"))
    .mockRejectedValueOnce(new Error("Failed to fetch dynamically imported module"))
    .mockResolvedValue({ Component: Second });
  await open(second);
  await press("Tokaan");
  expect(await screen.findByRole("heading", { name: "Tapahtui yllättävä virhe" })).toBeVisible();
  await goBack();
  expect(screen.getByRole("heading", { name: "Eka" })).toBeVisible();
  await press("Tokaan");
  expect(screen.getByRole("heading", { name: "Toka" })).toBeVisible();
});

test("another page begins at its top, and one that is gone back to is where it was left", async () => {
  await open(() => Promise.resolve({ Component: Second }));
  scrolledTo(700);
  await press("Tokaan");
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  await goBack();
  expect(screen.getByRole("heading", { name: "Eka" })).toBeVisible();
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700);
  await press("Tokaan");
  expect(screen.getByRole("heading", { name: "Toka" })).toBeVisible();
});

test("a page that is opened anew begins at its top, however far the one before it was scrolled", async () => {
  const second = () => Promise.resolve({ Component: Second });
  const { unmount } = await open(second);
  scrolledTo(354);
  window.dispatchEvent(new Event("pagehide"));
  unmount();
  await open(second, "/toka");
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
});

test("what the address names is brought into view, and where a link wants it the view stays", async () => {
  await open(() => Promise.resolve({ Component: Second }));
  const named = screen.getByText("Kohta");
  named.scrollIntoView = vi.fn<() => void>();
  scrollTo.mockClear();
  await press("Kohtaan");
  expect(named.scrollIntoView).toHaveBeenCalledOnce();
  await press("Paikallaan");
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each([
  ["/", "/sivut/kilpailu"],
  ["/sivut/kilpailu", "/toka"],
  ["/sivut/kilpailu", "/franchise/haku?a=b#c"],
])("from %s to %s a document of its own is loaded", async (from, to) => {
  window.history.replaceState(null, "", from);
  const Page = () => (
    <>
      <h1>Täällä</h1>
      <Link to={to}>Sinne</Link>
      <Link to={to} replace>
        Sijaan
      </Link>
      <Link to={`${from}#kohta`}>Kohtaan</Link>
    </>
  );
  const [assign, replace] = [vi.fn<(url: string) => void>(), vi.fn<(url: string) => void>()];
  render(<AppRouter routes={[{ path: "*", element: <Page /> }]} />);
  vi.stubGlobal("location", { ...window.location, pathname: from, assign, replace });
  await press("Kohtaan");
  expect([assign.mock.calls, replace.mock.calls]).toEqual([[], []]);
  await press("Sinne");
  await press("Sijaan");
  expect([assign.mock.calls, replace.mock.calls]).toEqual([[[to]], [[to]]]);
});
