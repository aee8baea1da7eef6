import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { type Plugin, runnerImport } from "vite";

import { HOUSE_PIZZAS } from "../src/art/food/housePizzas.ts";
import { pictureKey } from "../src/art/food/pictureKey.ts";
import type { Pictured } from "../src/art/food/pictured.ts";

const MENU = fileURLToPath(new URL("../../content/menu.json", import.meta.url));
const DRAWING = fileURLToPath(new URL("pictureFile.tsx", import.meta.url));
const MODULE = "virtual:product-pictures";
const FOLDER = "assets/pictures";
/** Beside the build's manifest: the server puts the first picture of a page into its HTML. */
const FOR_SERVER = ".vite/pictures.json";

interface Menu {
  ingredients: { ingredientID: string; name: string }[];
  products: {
    productId: string;
    productCategoryId: string;
    name: string;
    ingredients: (string | { ingredientId: string; quantity?: number })[];
  }[];
}

/**
 * Draws each product of the built-in chain, and each pizza of the house, once, as a file: pages stay light.
 * `virtual:product-pictures` says which there are; what is not among them is drawn by the page.
 */
export function productPictures(): Plugin {
  let isBuild = false;
  return {
    name: "product-pictures",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      if (!isBuild) return moduleOf(keys().map((key) => [key, "dev"]));
      const files = [...drawnBy(await drawing())].map(([key, draw]) => {
        const source = draw();
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${key}.${hash}.svg`, source });
        return [key, hash] as const;
      });
      this.emitFile({ type: "asset", fileName: FOR_SERVER, source: pathsFor(new Map(files)) });
      return moduleOf(files);
    },
    configureServer(dev) {
      dev.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const key = /^\/(.+)\.dev\.svg$/.exec(request.url ?? "")?.[1];
        if (key === undefined) return next();
        void drawing().then((pens) => {
          const draw = drawnBy(pens).get(key);
          if (!draw) return next();
          response.setHeader("Content-Type", "image/svg+xml");
          response.end(draw());
        }, next);
      });
    },
  };
}

/** Where each product's picture is, by what the picture depends on: the server knows no hashes of ours. */
function pathsFor(hashes: ReadonlyMap<string, string>): string {
  const paths = [...readProducts()].map(([key, { pictured }]) => [
    pictured,
    `/${FOLDER}/${key}.${hashes.get(key) ?? ""}.svg`,
  ]);
  return JSON.stringify(Object.fromEntries(paths));
}

function moduleOf(files: readonly (readonly [key: string, hash: string])[]): string {
  return `export default ${JSON.stringify(Object.fromEntries(files))};`;
}

type Pens = typeof import("./pictureFile.tsx");

let loaded: Promise<Pens> | null = null;

/** The drawing of the pages, read once. */
function drawing(): Promise<Pens> {
  loaded ??= runnerImport<Pens>(DRAWING, { plugins: [noStyles] }).then(({ module }) => module);
  return loaded;
}

/** How each picture is drawn, by its key. */
function drawnBy({ pictureFile, pizzaFile }: Pens): Map<string, () => string> {
  return new Map([
    ...[...readProducts()].map(([key, { product }]) => [key, () => pictureFile(product)] as const),
    ...Object.entries(HOUSE_PIZZAS).map(([key, pizza]) => [key, () => pizzaFile(pizza)] as const),
  ]);
}

function keys(): string[] {
  return [...readProducts().keys(), ...Object.keys(HOUSE_PIZZAS)];
}

/** A picture in a file has none of the page's styles: what moves there lies still here. */
const noStyles: Plugin = {
  name: "no-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "export default {};" : null),
};

/** A product of the chain, and what its picture depends on, in words. */
interface Read {
  product: Pictured;
  pictured: string;
}

/** The products of the chain, by the key of their picture. */
function readProducts(): Map<string, Read> {
  const menu = JSON.parse(readFileSync(MENU, "utf8")) as Menu;
  const names = new Map(menu.ingredients.map(({ ingredientID, name }) => [ingredientID, name]));
  return new Map(
    menu.products.map(({ productId, productCategoryId, name, ingredients }) => {
      const recipe = ingredients.map((one) =>
        typeof one === "string"
          ? { id: one, quantity: 1 }
          : { id: one.ingredientId, quantity: one.quantity ?? 1 },
      );
      const portions = recipe.map(({ id, quantity }) => ({ name: names.get(id) ?? "", quantity }));
      const product = { name, productId, productCategoryId, ingredients: portions };
      const doses = recipe.map(({ id, quantity }) => `${id}:${quantity}`);
      const pictured = [productId, name, ...doses].join(" ");
      return [pictureKey({ productId, name, ingredients: recipe }), { product, pictured }];
    }),
  );
}
