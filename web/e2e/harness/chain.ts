/** A chain of one's own: the demo chain in a folder, of which a test changes what it needs. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";
import type { Server } from "./server";

const DEMO = resolve(import.meta.dirname, "../../../content");

type Json = Record<string, unknown>;

interface RawMenu {
  products: { productId: string; sizes: { sizeId: string; price: number }[] }[];
}

interface RawShop extends Json {
  shopId: string;
}

/** The kinds of hours by which a restaurant and its web shop are open. */
const HOURS = [1, 4];
const DAY_MS = 24 * 60 * 60_000;

/** The folder of a chain. */
export class Chain {
  private constructor(readonly folder: string) {}

  /** Copies the demo chain; it is removed after the file's tests. */
  static async make(): Promise<Chain> {
    const folder = await mkdtemp(join(tmpdir(), "ovelle-chain-"));
    await cp(DEMO, folder, { recursive: true });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    return new Chain(folder);
  }

  /** Sets what `settings.json` says, before a server reads it. */
  async set(settings: Json): Promise<void> {
    const file = join(this.folder, "settings.json");
    const known = JSON.parse(await readFile(file, "utf8")) as Json;
    await writeFile(file, JSON.stringify({ ...known, ...settings }));
  }

  /** Prices a size of a product anew, and has the server read it. */
  async price(server: Server, productId: string, sizeId: string, euros: number): Promise<void> {
    const file = join(this.folder, "menu.json");
    const menu = JSON.parse(await readFile(file, "utf8")) as RawMenu;
    const product = menu.products.find((one) => one.productId === productId);
    const size = product?.sizes.find((one) => one.sizeId === sizeId);
    if (!size) throw new Error(`no ${productId} of size ${sizeId}`);
    size.price = euros;
    await writeFile(file, JSON.stringify(menu));
    server.readAnew();
  }

  /** Closes a restaurant for today and tomorrow, and has the server read it. */
  async close(server: Server, shopId: string): Promise<void> {
    const file = join(this.folder, "restaurants.json");
    const shops = JSON.parse(await readFile(file, "utf8")) as RawShop[];
    const shop = shops.find((one) => one.shopId === shopId);
    if (!shop) throw new Error(`no restaurant ${shopId}`);
    const days = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Helsinki" });
    shop["shopOpeningHourExceptions"] = [0, DAY_MS].flatMap((ahead) =>
      HOURS.map((openingHourtypeID) => ({
        exceptionDate: days.format(Date.now() + ahead),
        startTime: null,
        endTime: null,
        openingHourtypeID,
      })),
    );
    await writeFile(file, JSON.stringify(shops));
    server.readAnew();
  }
}
