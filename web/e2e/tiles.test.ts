/** The ground under a map: a tile server's, where one is set, or the built-in one. */
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { MAP } from "../src/map/texts";
import { audit } from "./harness/audit";
import { awaitCar } from "./harness/drawn";
import { send } from "./harness/ride";
import { TileServer } from "./harness/tiles";
import type { Visit } from "./harness/visit";
import { useWorld, type World } from "./harness/world";

const ATTRIBUTION = "© Karttatalo";
const [good, bad] = await Promise.all([TileServer.start(200), TileServer.start(500)]);
const settings = ({ url }: TileServer) => ({
  settings: { OVELLE_TILE_URL: url, OVELLE_TILE_ATTRIBUTION: ATTRIBUTION },
});
const tiled = useWorld(settings(good));
const failing = useWorld(settings(bad));
const plain = useWorld();

afterAll(() => Promise.all([good.stop(), bad.stop()]));

async function onTheWay(world: World): Promise<Visit> {
  const { order, carId, restaurant } = await send(world.kitchen);
  await world.kitchen.drove(carId, restaurant, 0);
  const visit = await world.visit(order.path, { device: "desktop" });
  await awaitCar(visit.page);
  return visit;
}

const tiles = (page: Page) => page.locator(".leaflet-ground-pane img.leaflet-tile-loaded");
const builtIn = (page: Page) => page.locator(".leaflet-ground-pane canvas");

describe("the ground", () => {
  it("is the tile server's that is set, with its credit", async () => {
    const { page } = await onTheWay(tiled);
    await expect.poll(() => tiles(page).count()).toBeGreaterThan(3);
    await page.getByText(ATTRIBUTION).waitFor();
    expect(await builtIn(page).count()).toBe(0);
    expect(await audit(page)).toEqual([]);
  });

  it("is the built-in one where the tile server fails, after a few tries", async () => {
    const { page } = await onTheWay(failing);
    await expect.poll(() => builtIn(page).count()).toBe(1);
    await page.getByRole("link", { name: MAP.credit }).waitFor();
    await expect.poll(() => tiles(page).count()).toBe(0);
    expect(bad.asked).toBeGreaterThan(2);
    const askedBefore = bad.asked;
    await page.getByRole("button", { name: MAP.zoomIn }).click();
    await page.getByRole("button", { name: MAP.centre }).waitFor();
    expect(bad.asked).toBe(askedBefore);
  });

  it("is the built-in one where no server is set, and nothing is asked of anybody else", async () => {
    const { order, carId, restaurant } = await send(plain.kitchen);
    await plain.kitchen.drove(carId, restaurant, 0);
    const { page, proxy } = await plain.visitor({ device: "desktop" }).then(async (visit) => {
      visit.page.on("request", (request) => asked.push(request.url()));
      await visit.open(order.path);
      return visit;
    });
    await expect.poll(() => builtIn(page).count()).toBe(1);
    await page.getByRole("link", { name: MAP.credit }).waitFor();
    expect(asked.filter((url) => !url.startsWith(proxy.url) && !url.startsWith("data:"))).toEqual([]);
  });
});

const asked: string[] = [];
