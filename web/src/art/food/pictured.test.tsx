import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { answer as menu } from "../../testing/fixtures/menu.gen";
import { answer as order } from "../../testing/fixtures/orderTracking.gen";
import { categoryOf, isPizza, type Pictured } from "./pictured";
import { ProductPicture } from "./ProductPicture";
import { Carton } from "./sides/Carton";

const CARTON = render(
  <svg>
    <Carton />
  </svg>,
).container.querySelector("svg")?.innerHTML;

const drawing = (product: Pictured) =>
  render(<ProductPicture product={product} size={58} />).container.querySelector("svg")?.innerHTML;

const anything = (product: Partial<Pictured>): Pictured => ({
  name: "Jokin",
  productId: null,
  productCategoryId: null,
  ingredients: [],
  ...product,
});

describe("the picture of a product", () => {
  test("of an order that was paid is what was ordered, and no two are alike", () => {
    const drawings = order.orderItems.map(drawing);
    expect(order.orderItems.map(isPizza)).toEqual([true, true, false, false]);
    expect(drawings).not.toContain(CARTON);
    expect(new Set(drawings).size).toBe(order.orderItems.length);
  });

  test.each(menu.categories.map(({ productCategoryID }) => productCategoryID))(
    "of the category %s is drawn, whatever its name is to people",
    (id) => {
      const product = anything({ productCategoryId: id, categoryName: "Herkut" });
      expect(categoryOf(product)).toBe(id);
      expect(drawing(product)).not.toBe(CARTON);
    },
  );

  test("taken elsewhere goes by the name of its category, where that is one of ours, and else by what is on it", () => {
    const ingredients = [{ name: "Kinkku", quantity: 1 }];
    expect(categoryOf(anything({ productCategoryId: "1", categoryName: "drink" }))).toBe("drink");
    expect(isPizza(anything({ productCategoryId: "1", categoryName: "Pizzat", ingredients }))).toBe(true);
    expect(isPizza(anything({ productCategoryId: "drink", categoryName: "pizza", ingredients }))).toBe(false);
    expect(isPizza(anything({ ingredients }))).toBe(true);
    expect(drawing(anything({}))).toBe(CARTON);
  });
});
