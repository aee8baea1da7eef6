import { expect, test } from "vitest";
import { type Model, modelOf, recipeBuild } from "./configurator";
import { productStoryOf } from "./facts/story";
import { lineOf } from "./parts/lines";
import { demoModel, kitchenOf, productOf } from "./testing/menu";
import { addableGroups, upsoldRows } from "./view";

test("a topping of no known group stands with the others, behind all groups", () => {
  const kitchen = kitchenOf("101").map((row) =>
    row.id === "1305"
      ? { ...row, subcategoryId: null }
      : row.id === "1307"
        ? { ...row, subcategoryId: "9" }
        : row,
  );
  const last = addableGroups(modelOf(productOf("3002"), kitchen)).at(-1);
  expect([last?.id, last?.rows.map(({ id }) => id)]).toEqual(["other", ["1305", "1307"]]);
});

test("to what is sold as it is nothing can be added", () => {
  expect(addableGroups(modelOf({ ...productOf("3002"), editable: false }, kitchenOf("101")))).toEqual([]);
});

test("the editors' suggestions are those that can be added now", () => {
  const content = {
    ingredient_upsell: [
      { ingredientId: "1305", title: "Rapeaa?" },
      { ingredientId: "1801", title: "Dippi on jo viimeistelyssä" },
      { ingredientId: "1302", title: "" },
    ],
  };
  const story = productStoryOf({
    slug: "x",
    version: "published",
    updatedAt: "2026-01-01T00:00:00Z",
    content,
  });
  const titles = (model: Model) => upsoldRows(model, story).map(({ title, row }) => [title, row.id]);
  expect(titles(demoModel("3002"))).toEqual([["Rapeaa?", "1305"]]);
  expect(titles(modelOf(productOf("3002"), kitchenOf("101"), new Set(["1305"])))).toEqual([]);
});

test("a row says what a further dose costs, and nothing where the recipe has it anyway", () => {
  const model = demoModel("3002");
  const priceOf = (id: string, doses: number) => {
    const build = recipeBuild(model);
    const row = model.rows.get(id);
    return row && lineOf(model, { ...build, doses: { ...build.doses, [id]: doses } }, row).price;
  };
  expect([0, 1, 2].map((doses) => priceOf("1401", doses))).toEqual([null, null, 1]);
  expect([0, 1].map((doses) => priceOf("1302", doses))).toEqual([1.4, 1.4]);
});
