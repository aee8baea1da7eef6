import { describe, expect, it } from "vitest";
import menu from "../../../../content/menu.json";
import { lookOf } from "./recipe";
import { TOPPINGS } from "./toppings";

const names = menu.ingredients.filter(({ categoryId }) => categoryId === "toppings").map(({ name }) => name);

describe("the drawings of toppings", () => {
  it("each topping of the menu has a drawing of its own", () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
    const looks = names.map((name) => [name, lookOf(name)] as const);
    expect(looks.filter(([, look]) => look === null)).toEqual([]);
    const shared = looks.filter(([, look], at) => looks.findIndex(([, other]) => other === look) !== at);
    expect(shared).toEqual([]);
  });

  it("no drawing lies unused but that of the cheese below", () => {
    const used = new Set(names.map(lookOf));
    const unused = Object.keys(TOPPINGS).filter((name) => !used.has(name as keyof typeof TOPPINGS));
    expect(unused).toEqual(["mozzarella", "basil"]);
  });
});
