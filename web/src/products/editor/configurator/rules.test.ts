/** What may be added and taken away, and how a product differs from its recipe: the rules by example. */
import { describe, expect, test } from "vitest";
import { demoModel, productOf, kitchenOf } from "../testing/menu";
import { refusalToAdd, refusalToRemove } from "./bounds";
import { withChoicesFor } from "./vegan";
import {
  applied,
  type Build,
  changesOf,
  faultsOf,
  isCheaperAsCustom,
  itemOf,
  type Model,
  modelOf,
  recipeBuild,
  toppingsOn,
} from ".";

const [HAM, PEPPERONI, CHICKEN, KEBAB, BACON, REINDEER] = ["1301", "1302", "1303", "1304", "1305", "1306"];
const [PINEAPPLE, AIOLI, OREGANO, HERB_OIL] = ["1401", "1501", "1601", "1611"];
const pizza = demoModel("3002");

function added(model: Model, ids: readonly string[], build = recipeBuild(model)): Build {
  return ids.reduce((now, ingredientId) => applied(model, now, { type: "add", ingredientId }), build);
}

function removed(model: Model, ingredientId: string): Build {
  return applied(model, recipeBuild(model), { type: "remove", ingredientId });
}

function times(count: number, ...ids: string[]): string[] {
  return ids.flatMap((id) => Array.from({ length: count }, () => id));
}

describe("why there can be no further dose", () => {
  const refused = (model: Model, id: string, build = recipeBuild(model)) => refusalToAdd(model, build, id);

  test("another dough is chosen, and what belongs to recipes alone is not sold by the dose", () => {
    expect(refused(demoModel("3002", "100"), "1202")).toBe("base");
    expect(refused(pizza, HERB_OIL)).toBe("recipe-only");
  });

  test("where a recipe takes nothing more, it takes spices, and what was taken off", () => {
    const model = demoModel("3224");
    expect(refused(model, REINDEER)).toBe("restricted");
    expect(refused(model, OREGANO)).toBeNull();
    const own = [...model.recipe.keys()].find((id) => model.rows.get(id)?.categoryId === "toppings") ?? "";
    expect(refused(model, own, removed(model, own))).toBeNull();
  });

  test("twenty toppings are the most, and sauces are none of them", () => {
    const nineteen = added(pizza, times(4, PEPPERONI, CHICKEN, KEBAB, BACON));
    expect(toppingsOn(pizza, nineteen)).toBe(19);
    expect(refused(pizza, REINDEER, nineteen)).toBeNull();
    const twenty = added(pizza, [REINDEER], nineteen);
    expect(refused(pizza, REINDEER, twenty)).toBe("full");
    expect(refused(pizza, AIOLI, twenty)).toBeNull();
  });

  test("there is a most of each, and of each slot", () => {
    expect(refused(pizza, PEPPERONI, added(pizza, times(4, PEPPERONI)))).toBe("most");
    expect(refused(pizza, "1803", added(pizza, ["1801", "1802"]))).toBe("slot-full");
  });

  test("what ran out since it was read cannot be added", () => {
    const model = modelOf(productOf("3002"), kitchenOf("101"), new Set([PEPPERONI]));
    expect(refused(model, PEPPERONI)).toBe("out-of-stock");
    expect(refused(model, CHICKEN)).toBeNull();
  });

  test("what is not on it cannot be taken off", () => {
    const refusedToGo = (id: string) => refusalToRemove(pizza, recipeBuild(pizza), id);
    expect([PEPPERONI, "4711", HAM].map(refusedToGo)).toEqual(["none", "none", null]);
  });
});

describe("what a choice changes", () => {
  const choose = (slotId: string, ingredientId: string | null) =>
    applied(pizza, recipeBuild(pizza), { type: "choose", slotId, field: 0, ingredientId });

  test("a slot takes what it offers and nothing else, and may be left empty", () => {
    expect(choose("cheese", "2835").slots["cheese"]).toEqual(["2835"]);
    expect(choose("cheese", "1001").slots["cheese"]).toEqual(["1101"]);
    expect(choose("cheese", null).slots["cheese"]).toEqual([null]);
  });

  test("of several fields one changes", () => {
    const board = demoModel("1313");
    const dip = (build: Build, field: number, ingredientId: string) =>
      applied(board, build, { type: "choose", slotId: "plateDip", field, ingredientId });
    expect(dip(dip(recipeBuild(board), 0, "1801"), 2, "1802").slots["plateDip"]).toEqual([
      "1801",
      null,
      "1802",
    ]);
  });
});

describe("what differs from the recipe", () => {
  test("is told dose by dose, and goes into the cart so", () => {
    const build = added(pizza, [PEPPERONI, PEPPERONI], removed(pizza, PINEAPPLE));
    expect(changesOf(pizza, build)).toEqual([
      { ingredientId: PEPPERONI, name: "Pepperoni", doses: 2 },
      { ingredientId: PINEAPPLE, name: "Ananas", doses: -1 },
    ]);
    const { ingredients } = itemOf(pizza, build, 10, null);
    const extras = ingredients?.filter(({ addedFrom }) => addedFrom === "extra");
    expect(extras?.map(({ ingredientId }) => ingredientId)).toEqual([PEPPERONI]);
  });

  test.each([
    ["pizza", "3002", HAM, true],
    ["kotzone", "3015", KEBAB, true],
    ["Monster", "3012", HAM, true],
    ["minimonster", "3014", HAM, true],
    ["lankku", "3017", "1307", true],
    ["wrap, of which there is none of one's own,", "3018", CHICKEN, false],
  ])("a %s that lost a topping may be cheaper as one's own: %s", (_, productId, topping, isCheaper) => {
    const model = demoModel(productId);
    expect(isCheaperAsCustom(model, removed(model, topping))).toBe(isCheaper);
    expect(isCheaperAsCustom(model, recipeBuild(model))).toBe(false);
  });

  test("another cheese is no less, and no cheese is", () => {
    const withCheese = (ingredientId: string | null) =>
      applied(pizza, recipeBuild(pizza), { type: "choose", slotId: "cheese", field: 0, ingredientId });
    expect(isCheaperAsCustom(pizza, withCheese("2835"))).toBe(false);
    expect(isCheaperAsCustom(pizza, withCheese(null))).toBe(true);
  });

  test("what is on it and ran out is a fault, with the slot that it is in", () => {
    const model = modelOf(productOf("3002"), kitchenOf("101"), new Set([PINEAPPLE, "1101"]));
    expect(faultsOf(model, recipeBuild(model))).toEqual([
      { kind: "out-of-stock", ingredientId: "1101", name: "Mozzarella", slotId: "cheese" },
      { kind: "out-of-stock", ingredientId: PINEAPPLE, name: "Ananas", slotId: null },
    ]);
  });
});

describe("from the menu's vegan filter", () => {
  test("one's own has vegan cheese, and all else as its recipe", () => {
    const own = demoModel("3900");
    const { slots, ...rest } = recipeBuild(own);
    expect(withChoicesFor(own, recipeBuild(own), "vegan")).toEqual({
      ...rest,
      slots: { ...slots, cheese: ["2835"] },
    });
  });

  test("what cannot be made so stays as it is, as under any other filter", () => {
    expect(withChoicesFor(pizza, recipeBuild(pizza), "Vegan")).toEqual(recipeBuild(pizza));
    const own = demoModel("3900");
    expect(withChoicesFor(own, recipeBuild(own), "Tulinen")).toEqual(recipeBuild(own));
    expect(withChoicesFor(own, recipeBuild(own), null)).toEqual(recipeBuild(own));
  });
});
