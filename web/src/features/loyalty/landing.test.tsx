/** What the programme is, for who is no member, and the way in. */
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aUser, CALL_CENTRE_USER } from "../../session/testing/people";
import { Component as LandingPage } from "./LandingPage";
import { member, openFor } from "./testing/open";

const STORY = "GET /api/cms/stories/loyalty-landing";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const open = (user: Parameters<typeof openFor>[0], content: Record<string, unknown> = {}) =>
  openFor(user, LandingPage, "/kotijoukot", { [STORY]: { status: 200, body: { content } } });
const ways = () =>
  ["Tee tili ja liity", "Kirjaudu sisään", "Liity Kotijoukkoihin", "Katso slaissisi"].flatMap((name) => {
    const link = screen.queryByRole("link", { name });
    return link ? [link.getAttribute("href")] : [];
  });

// spec: LO-07, SH-02
test("the editors' words stand on it", async () => {
  const blocks = [{ _uid: "a", component: "text", text: "## Näin se toimii\n\nTilaa kirjautuneena." }];
  open(null, { lead: "Joka yhdeksäs on pizza.", blocks });
  expect(await screen.findByText("Joka yhdeksäs on pizza.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Näin se toimii" })).toBeVisible();
});

// spec: LO-07, SH-02
test.each([
  ["a guest", null, ["/rekisteroidy", "/kirjaudu"]],
  ["who is signed in", aUser(), ["/rekisteroidy/syntymaaika"]],
  ["a member", member, ["/minun-kotijoukot"]],
  ["the call centre", CALL_CENTRE_USER, []],
])("%s has their own way in", async (_, user, hrefs) => {
  open(user);
  expect(await screen.findByRole("heading", { level: 1, name: "Kotijoukot" })).toBeVisible();
  expect(ways()).toEqual(hrefs);
});

// spec: LO-32
test("a member who comes back signs in first", async () => {
  localStorage.setItem("ovelle.member", "1");
  open(null);
  expect(await screen.findByText(/^Tervetuloa takaisin/)).toBeVisible();
  const [first] = screen.getAllByRole("link");
  expect(first).toHaveTextContent("Kirjaudu sisään");
});

test("what the wheel gives is told without a number that the chain may change", async () => {
  open(null);
  const words = await screen.findByText(/^Slaissit tuovat pyöräytyksiä/);
  expect(words.textContent?.match(/\d+/g)).toEqual(["15"]);
});
