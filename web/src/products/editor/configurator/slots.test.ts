/** What the chain's categories offer in slots: doughs, dips, what finishes a product, special ingredients. */
import { describe, expect, test } from "vitest";
import { demoModel, PRODUCTS } from "../testing/menu";
import { addableGroups, upsellSections } from "../view";
import { applied, dosesOf, itemOf, recipeBuild, separateDips } from ".";

const DOUGH = { normal: "1201", fibre: "1205", sourdough: "1203", glutenFree: "2660", tortilla: "1204" };

function doughsOf(productId: string): string[] {
  const slot = demoModel(productId).product.ingredientSlots.find(({ categoryId }) => categoryId === "dough");
  return slot?.options.map(({ id }) => id) ?? [];
}

const idsOf = (category: string, isCustom = false) =>
  PRODUCTS.filter((one) => one.productCategoryId === category && (one.custom ?? false) === isCustom).map(
    ({ productId }) => productId,
  );

describe("doughs", () => {
  // spec: PD-45, PD-46
  test("a pizza has the normal base, and the one without gluten in its place", () => {
    const own = (id: string) => doughsOf(id).filter((dough) => dough !== DOUGH.glutenFree);
    expect(new Set(idsOf("pizza").map((id) => own(id).join()))).toEqual(new Set([DOUGH.normal]));
  });

  // spec: PD-45
  test("a wrap has the wheat tortilla alone; lankku, kotzone and Monster nothing to choose", () => {
    for (const id of idsOf("rulla")) expect(doughsOf(id)).toEqual([DOUGH.tortilla]);
    for (const id of ["lankku", "kotzone", "monster", "hapanjuuri"].flatMap((one) => idsOf(one)))
      expect(doughsOf(id)).toEqual([]);
  });

  // spec: PD-46
  test("a pizza of one's own may have any, and the one without gluten in the normal size alone", () => {
    expect(doughsOf("3900")).toEqual([DOUGH.normal, DOUGH.fibre, DOUGH.sourdough, DOUGH.glutenFree]);
    expect(demoModel("3900", "102").rows.has(DOUGH.glutenFree)).toBe(false);
  });
});

describe("dips and what finishes", () => {
  const withDip = (productId: string, slotId: string, hasFields: boolean) => {
    const model = demoModel(productId);
    const event = hasFields
      ? ({ type: "choose", slotId, field: 0, ingredientId: "1801" } as const)
      : ({ type: "add", ingredientId: "1801" } as const);
    return { model, build: applied(model, recipeBuild(model), event) };
  };

  // spec: PD-31, CA-57
  test.each([
    ["a pizza", "3001"],
    ["a kotzone", "3015"],
  ])("the dip of %s is a product of its own", (_, productId) => {
    const { model, build } = withDip(productId, "dipUpsell", false);
    expect(separateDips(model, build)).toEqual([{ productId: "3020", quantity: 1 }]);
    expect(itemOf(model, build, 10, null).ingredients).toBeNull();
  });

  // spec: CA-57
  test("a dip that is not sold by itself stays on the pizza, and is not lost", () => {
    const { model, build } = withDip("3001", "dipUpsell", false);
    const isSold = () => false;
    expect(separateDips(model, build, isSold)).toEqual([]);
    expect(itemOf(model, build, 10, null, isSold).ingredients).toContainEqual(
      expect.objectContaining({ ingredientId: "1801", quantity: 1 }),
    );
  });

  // spec: PD-31
  test.each(["lankku", "minimonster", "monster"])("the dip of a %s stays with it", (category) => {
    for (const id of [...idsOf(category), ...idsOf(category, true)]) {
      const slot = demoModel(id).product.ingredientSlots.find(({ categoryId }) => categoryId === "dip");
      const { model, build } = withDip(id, slot?.id ?? "", true);
      expect(separateDips(model, build)).toEqual([]);
      expect(dosesOf(model, build)).toContainEqual({ ingredientId: "1801", quantity: 1 });
    }
  });

  // spec: PD-31, PD-05, PD-57
  test("pizzas are finished with dips and double cheese, kotzones with dips, the rest is whole", () => {
    const finish = (id: string) =>
      upsellSections(demoModel(id)).flatMap(({ slots }) => slots.map((slot) => slot.id));
    expect(finish("3001").toSorted()).toEqual(["dipUpsell", "doubleCheese"]);
    expect(finish("3015")).toEqual(["dipUpsell"]);
    for (const id of ["3012", "3018", "3920"]) expect(finish(id)).toEqual([]);
    const double = demoModel("3001").product.ingredientSlots.find(({ id }) => id === "doubleCheese");
    expect(double?.options.map(({ id }) => id)).toEqual(["1283", "2898"]);
  });

  // spec: PD-57
  test("the boards to dip from come with one of two drinks", () => {
    for (const id of ["1313", "1314"]) {
      const slot = demoModel(id).product.ingredientSlots.find(({ categoryId }) => categoryId === "drinks");
      expect(slot?.options.map((one) => one.id)).toEqual(["2675", "2680"]);
    }
  });
});

// spec: PD-56
test("toppings are grouped as meat, fish, cheeses, vegetables, sauces and spices", () => {
  const groups = addableGroups(demoModel("3900"));
  expect(groups.map(({ id }) => id)).toEqual(["1", "4", "3", "2", "sauces", "5"]);
  const nameIn = (id: string) => groups.find((group) => group.id === id)?.rows.map(({ name }) => name);
  expect(nameIn("1")).toContain("Kinkku");
  expect(nameIn("2")).toContain("Ananas");
  expect(nameIn("3")).toContain("Sinihomejuusto");
  expect(nameIn("4")).toContain("Tonnikala");
  expect(nameIn("5")).toContain("Oregano");
});
