/** How states of the pages of who is signed in are written down: what is theirs, where they go, what is done there. */
import type { Page } from "playwright-core";
import { favour, type Member, memberTo, order, RATAPIHA, type Wish } from "./member";
import type { Shopper } from "./shopper";
import type { ShopState } from "./shopWays";
import type { World } from "./world";

/** Makes something theirs, or bends what they ask for, before a page is opened. */
export type Before = (who: Member, world: World) => Promise<unknown>;

interface MemberWay {
  who?: Shopper;
  before?: Before;
  path: string;
  step?: (page: Page, who: Member, world: World) => Promise<unknown>;
  seen: (page: Page) => ReturnType<Page["locator"]>;
}

/** A page of somebody who is signed in. */
export function mine(name: string, way: MemberWay, isWhole = true): ShopState {
  const { who = null, before, path, step, seen } = way;
  const reach: ShopState["reach"] = async (world, how) => {
    const visit = await memberTo(world, who, how);
    await before?.(visit, world);
    await visit.open(path);
    await step?.(visit.page, visit, world);
    await seen(visit.page).waitFor({ state: "attached" });
    return visit;
  };
  return { name, isWhole, reach };
}

/** As {@link mine}, of what lies over a page. */
export function mineOver(name: string, way: MemberWay): ShopState {
  return mine(name, way, false);
}

/** One after another. */
export const first =
  (...parts: Before[]): Before =>
  async (who, world) => {
    for (const part of parts) await part(who, world);
  };

/** These calls of the page fail. */
export const failing =
  (calls: string): Before =>
  ({ page }) =>
    page.route(calls, (route) => route.fulfill({ status: 503, body: "" }));

/** These calls of the page are never answered. */
export const waiting =
  (calls: string): Before =>
  ({ page }) =>
    page.route(calls, () => undefined);

/** An order that is over; the newest is the favourite where that is wished. */
export const ordered =
  (wishes: readonly Wish[] = [RATAPIHA], isFavourite = false): Before =>
  async (who, { kitchen }) => {
    const orderId = await order(who, wishes);
    if (isFavourite) await favour(who, orderId);
    await kitchen.reportStatus({ orderId, orderKey: "", path: "" }, "finished");
  };

/** An order that is under way; the same one twice within minutes would be refused. */
export const running: Before = (who) => order(who, [{ ...RATAPIHA, quantity: 3 }]);
