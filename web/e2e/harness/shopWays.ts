/** How states of the shop's pages are written down: as whom, where, what is done there, and what is there then. */
import type { Locator, Page } from "playwright-core";
import { type Shopper, shopper, shopperTo } from "./shopper";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

/** A state of a page of the shop. */
export interface ShopState {
  /** Its name, also of its pictures. */
  name: string;
  /** Whether a picture shows all of the page; of what lies over one it shows the window. */
  isWhole: boolean;
  /** Opens a page as it is in this state. */
  reach(world: World, how: VisitOptions): Promise<Visit>;
}

type Seen = (page: Page) => Locator;
export type Step = (page: Page) => Promise<void>;

/** How a state is reached: as whom, where, what is done there, and what is there then. */
interface Way {
  who?: Shopper;
  path: string;
  step?: Step;
  seen: Seen;
}

export const text =
  (words: string | RegExp): Seen =>
  (page) =>
    page.getByText(words).first();
export const title =
  (name: string | RegExp): Seen =>
  (page) =>
    page.getByRole("heading", { name }).first();
export const button =
  (name: string | RegExp): Seen =>
  (page) =>
    page.getByRole("button", { name }).first();
export const radio =
  (name: string | RegExp): Seen =>
  (page) =>
    page.getByRole("radio", { name }).first();
export const press =
  (...targets: Seen[]): Step =>
  async (page) => {
    for (const target of targets) await target(page).click();
  };

function by({ who = null, path, step, seen }: Way): ShopState["reach"] {
  return async (world, how) => {
    const visit = await shopper(world, path, who, how);
    await step?.(visit.page);
    await seen(visit.page).waitFor();
    return visit;
  };
}

export function whole(name: string, way: Way): ShopState {
  return { name, isWhole: true, reach: by(way) };
}

export function over(name: string, way: Way): ShopState {
  return { name, isWhole: false, reach: by(way) };
}

/** The page comes, and of what it asks for nothing does. */
export function held(name: string, { who = null, path, seen }: Way): ShopState {
  const reach: ShopState["reach"] = async (world, how) => {
    const visit = await shopperTo(world, who, how);
    visit.proxy.hold();
    await visit.open(path);
    await seen(visit.page).waitFor({ state: "attached" });
    return visit;
  };
  return { name, isWhole: true, reach };
}

/** The page comes, and the calls that it makes fail. */
export function broken(name: string, calls: string, { who = null, path, step, seen }: Way): ShopState {
  const reach: ShopState["reach"] = async (world, how) => {
    const visit = await shopperTo(world, who, how);
    await visit.page.route(calls, (route) => route.fulfill({ status: 503, body: "" }));
    await visit.open(path);
    await step?.(visit.page);
    await seen(visit.page).waitFor();
    return visit;
  };
  return { name, isWhole: true, reach };
}
