/** What the one button of the editor says, and when there is nothing to press. */
import { describe, expect, test } from "vitest";
import type { ProductView } from "../../api/wire";
import { addButton, isOutOfStock, type Phase } from "./button";
import { type Model, modelOf, recipeBuild } from "./configurator";
import { kitchenOf, productOf } from "./testing/menu";

interface Changed {
  change?: Partial<ProductView>;
  out?: string[];
  /** The least doses of an ingredient that must stay. */
  least?: Record<string, number>;
}

function model({ change = {}, out = [], least = {} }: Changed = {}): Model {
  const view = { ...productOf("3002"), ...change };
  const ingredients = view.ingredients.map((row) => ({
    ...row,
    minQuantity: least[row.id] ?? row.minQuantity,
  }));
  const ingredientSlots = view.ingredientSlots.map((slot) => ({
    ...slot,
    default: slot.default && {
      ...slot.default,
      minQuantity: least[slot.default.id] ?? slot.default.minQuantity,
    },
  }));
  return modelOf({ ...view, ingredients, ingredientSlots }, kitchenOf("101"), new Set(out));
}

describe("what the button says", () => {
  const says = (mode: "add" | "edit", phase: Phase, of: Model = model(), price: number | null = 12.9) => {
    const { text, canPress } = addButton({ model: of, build: recipeBuild(of), mode, phase, price });
    return [text.replaceAll("\u00a0", " "), canPress];
  };

  test.each([
    ["add", "sending", "Lisätään tilaukseen...", false],
    ["edit", "sending", "Tallennetaan muutoksia...", false],
    ["add", "done", "Lisätty tilaukseen", false],
    ["edit", "done", "Muutokset tallennettu", false],
    ["add", "choosing", "Lisää tilaukseen 12,90 €", true],
    ["edit", "failed", "Tallenna muutokset 12,90 €", true],
  ] as const)("%s, while %s: %s", (mode, phase, text, canPress) => {
    expect(says(mode, phase)).toEqual([text, canPress]);
  });

  test("before the server has named a price there is none, and no press", () => {
    expect(says("add", "choosing", model(), null)).toEqual(["Lisää tilaukseen", false]);
  });

  test("what ran out, or is not sold now, says so", () => {
    expect(says("add", "choosing", model({ change: { isOutOfStock: true } }))).toEqual([
      "Loppunut ravintolasta",
      false,
    ]);
    expect(says("add", "choosing", model({ change: { isAvailableNow: false } }))).toEqual([
      "Ei saatavilla",
      false,
    ]);
  });
});

describe("a product cannot be had at all", () => {
  const [HAM, CHEESE] = ["1301", "1101"] as const;

  test.each<[string, Changed, boolean]>([
    ["as it is", {}, false],
    ["when it ran out", { change: { isOutOfStock: true } }, true],
    ["without a topping that may go", { out: [HAM] }, false],
    ["without a topping that must stay", { out: [HAM], least: { [HAM]: 1 } }, true],
    ["without a topping, where nothing can be changed", { out: [HAM], change: { editable: false } }, true],
    ["without a cheese that may give way", { out: [CHEESE] }, false],
    ["without a cheese that must stay", { out: [CHEESE], least: { [CHEESE]: 1 } }, true],
    ["without what is not in its recipe", { out: ["1302"], least: { "1302": 1 } }, false],
  ])("%s", (_, changed, isOut) => {
    expect(isOutOfStock(model(changed))).toBe(isOut);
  });

  test("when the size that is shown ran out, and not for another's sake", () => {
    const sizes = (id: string) =>
      productOf("3002").productSizes.map((size) => ({ ...size, isOutOfStock: size.productSizeID === id }));
    expect(isOutOfStock(model({ change: { productSizes: sizes("101") } }))).toBe(true);
    expect(isOutOfStock(model({ change: { productSizes: sizes("102") } }))).toBe(false);
  });
});
