/** Every state of the loyalty programme's pages, of the wheel, and of the coupons. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { OPEN, pickupAt } from "./checkoutPage";
import { cardOf, join, joined, payAndGet, seeWelcome, wheelOf as sheet } from "./loyalty";
import type { Member } from "./member";
import { type Before, failing, first, mine, mineOver, waiting } from "./memberWays";
import { broken, button, held, type ShopState, text, title, whole } from "./shopWays";
import type { VisitOptions } from "./visit";
import type { World } from "./world";

const CARD = "/minun-kotijoukot";
const CODES = "/asiakastili/etukoodini";
const MEMBER = "**/api/loyalty/member";
const PICKED_UP = { method: pickupAt(OPEN.kaisaniemi) };

const joining: Before = (who) => join(who);
const member = first(joining, (who) => seeWelcome(who));
const young: Before = first(
  (who) => join(who, `${new Date().getFullYear() - 14}-01-01`),
  (who) => seeWelcome(who),
);

/** A member whose order has opened the wheel. */
function opened(name: string, act: (page: Page, who: Member) => Promise<unknown>, fragment = ""): ShopState {
  const reach = async (world: World, how: VisitOptions) => {
    const who = await joined(world, how);
    await payAndGet(who, world);
    await expect.poll(async () => (await cardOf(who)).wheel.enabled).toBe(true);
    await who.open(CARD + fragment);
    await act(who.page, who);
    return who;
  };
  return { name, isWhole: fragment === "", reach };
}

/** All of them. */
export const LOYALTY_STATES: readonly ShopState[] = [
  whole("loyalty", { path: "/kotijoukot", seen: title("Kotijoukot") }),
  held("loyalty-loading", { path: "/kotijoukot", seen: title("Kotijoukot") }),
  mine("loyalty-registered", {
    path: "/kotijoukot",
    seen: (page) => page.getByRole("link", { name: "Liity Kotijoukkoihin" }),
  }),
  mine("member-card", { before: member, path: CARD, seen: text(/^Enää \d/) }),
  mine("member-card-young", { before: young, path: CARD, seen: text(/15-vuotiaasta/) }),
  mine("member-card-loading", {
    before: first(member, waiting(MEMBER)),
    path: CARD,
    seen: text("Haetaan slaissejasi"),
  }),
  mine("member-card-failed", {
    before: first(member, failing(MEMBER)),
    path: CARD,
    seen: text("Virhe käyttäjätietojen hakemisessa."),
  }),
  mineOver("member-welcome", {
    before: joining,
    path: CARD,
    seen: (page) => page.getByRole("dialog").getByRole("button", { name: "Eteenpäin" }),
  }),
  mineOver("member-leave", { before: member, path: `${CARD}#eroa`, seen: button("Pysy Kotijoukoissa") }),
  opened("member-card-opened", (page) => button("Pyöräytä")(page).waitFor()),
  opened("wheel", (page) => sheet(page).getByRole("button", { name: "Pyöräytä" }).waitFor(), "#pizzapyora"),
  opened(
    "wheel-over",
    async (page) => {
      await sheet(page).getByRole("button", { name: "Pyöräytä" }).click();
      await sheet(page).getByRole("heading", { level: 3 }).waitFor();
    },
    "#pizzapyora",
  ),
  mineOver("wheel-locked", {
    before: member,
    path: `${CARD}#pizzapyora`,
    seen: (page) => sheet(page).getByText("Pyörä aukeaa ensimmäisestä tilauksestasi."),
  }),
  mine("codes-empty", { before: member, path: CODES, seen: text(/^Ei vielä etukoodeja/) }),
  mine("codes-failed", {
    before: first(member, failing("**/api/loyalty/benefits")),
    path: CODES,
    seen: text("Etukoodeja ei saatu haettua."),
  }),
  whole("coupons", { who: PICKED_UP, path: "/kupongit", seen: title("Saunavuoro") }),
  held("coupons-loading", { path: "/kupongit", seen: title("Kupongit") }),
  broken("coupons-broken", "**/api/commerce/v2/coupons**", {
    path: "/kupongit",
    seen: text(/^Kumponkikampanjoiden/),
  }),
];
