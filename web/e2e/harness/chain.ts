/** A chain of one's own: the demo chain in a folder, of which a test changes what it needs. */
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";
import type { Server } from "./server";

const DEMO = resolve(import.meta.dirname, "../../../content");

type Json = Record<string, unknown>;

interface RawProduct extends Json {
  productId: string;
  sizes: { sizeId: string; price: number }[];
}

interface RawShop extends Json {
  shopId: string;
}

/** The kinds of hours by which a restaurant and its web shop are open. */
const SHOP_HOURS = [1, 4];
/** The kind by which it delivers. */
const DELIVERY_HOURS = [2];
const DAY_MS = 24 * 60 * 60_000;

/** The folder of a chain. What is changed holds for a server that starts then, or that has read it anew. */
export class Chain {
  private constructor(readonly folder: string) {}

  /** Copies the demo chain; it is removed after the file's tests. */
  static async make(): Promise<Chain> {
    const folder = await mkdtemp(join(tmpdir(), "ovelle-chain-"));
    await cp(DEMO, folder, { recursive: true });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    return new Chain(folder);
  }

  /** Sets what `settings.json` says. */
  async set(settings: Json): Promise<void> {
    await this.change<Json>("settings.json", (known) => Object.assign(known, settings));
  }

  /** Sets what the menu says of a product; `undefined` takes it away. */
  async setProduct(productId: string, parts: Json): Promise<void> {
    await this.ofProduct(productId, (product) => Object.assign(product, parts));
  }

  /** Sets what is said of a restaurant. */
  async setShop(shopId: string, parts: Json): Promise<void> {
    await this.ofShop(shopId, (shop) => Object.assign(shop, parts));
  }

  /** Has the wheel stop at one prize alone, by its type. */
  async setPrize(type: string): Promise<void> {
    const only = (entry: { type: string }) => ({ type: entry.type, weight: entry.type === type ? 1 : 0 });
    await this.change<{ segments: { type: string }[][] }>("people/wheel.json", (wheel) => {
      wheel.segments = wheel.segments.map((entries) => entries.map(only));
    });
  }

  /** Adds campaigns. */
  async addCampaigns(...campaigns: Json[]): Promise<void> {
    await this.change<Json[]>("campaigns.json", (known) => known.push(...campaigns));
  }

  /** Adds an address that is known: `street,number,postcode,city,lat,lng`. */
  async addAddress(address: string): Promise<void> {
    await appendFile(join(this.folder, "addresses.csv"), `${address}\n`);
  }

  /** Prices a size of a product anew, and has the server read it. */
  async price(server: Server, productId: string, sizeId: string, euros: number): Promise<void> {
    await this.ofProduct(productId, ({ sizes }) => {
      const size = sizes.find((one) => one.sizeId === sizeId);
      if (!size) throw new Error(`no ${productId} of size ${sizeId}`);
      size.price = euros;
    });
    server.readAnew();
  }

  /** Closes a restaurant for today and tomorrow, and has the server read it. */
  async close(server: Server, shopId: string): Promise<void> {
    await this.ofShop(shopId, (shop) => closed(shop, SHOP_HOURS));
    server.readAnew();
  }

  /** Keeps a restaurant's cars at home today and tomorrow; one may still come there. */
  async stopDeliveries(shopId: string): Promise<void> {
    await this.ofShop(shopId, (shop) => closed(shop, DELIVERY_HOURS));
  }

  private async ofProduct(productId: string, mend: (product: RawProduct) => void): Promise<void> {
    await this.change<{ products: RawProduct[] }>("menu.json", ({ products }) =>
      mend(found(products, (one) => one.productId === productId)),
    );
  }

  private async ofShop(shopId: string, mend: (shop: RawShop) => void): Promise<void> {
    await this.change<RawShop[]>("restaurants.json", (shops) =>
      mend(found(shops, (one) => one.shopId === shopId)),
    );
  }

  private async change<Value>(name: string, mend: (value: Value) => void): Promise<void> {
    const file = join(this.folder, name);
    const value = JSON.parse(await readFile(file, "utf8")) as Value;
    mend(value);
    await writeFile(file, JSON.stringify(value));
  }
}

function found<One>(all: readonly One[], is: (one: One) => boolean): One {
  const one = all.find(is);
  if (one === undefined) throw new Error("the demo chain has no such thing");
  return one;
}

function closed(shop: RawShop, hours: readonly number[]): void {
  const days = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Helsinki" });
  shop["shopOpeningHourExceptions"] = [0, DAY_MS].flatMap((ahead) =>
    hours.map((openingHourtypeID) => ({
      exceptionDate: days.format(Date.now() + ahead),
      startTime: null,
      endTime: null,
      openingHourtypeID,
    })),
  );
}
