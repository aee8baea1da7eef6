import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import menu from "../../../../content/menu.json";
import { aProduct } from "../testing/aProduct";
import { ProductImage } from "./ProductImage";

const imageOf = (product: Parameters<typeof ProductImage>[0]["product"]) =>
  render(<ProductImage product={product} size={44} />).container;

test("a product that the build knows has the file that was drawn at build", () => {
  const margareta = menu.products.find(({ productId }) => productId === "3001");
  const ingredients = (margareta?.ingredients ?? []).map((id) => ({ id: String(id), quantity: 1 }));
  const picture = imageOf(aProduct({ productId: "3001", name: "Margareta", ingredients })).querySelector(
    "img",
  );
  expect(picture?.getAttribute("src")).toMatch(/^\/assets\/pictures\/3001-\w+\.\w+\.svg$/);
});

test("another is drawn here, in the room that a file would have", () => {
  const drawn = imageOf(aProduct({ productId: "4711", name: "Tuntematon" }));
  expect(drawn.querySelector("img")).toBeNull();
  expect(drawn.firstElementChild).toHaveStyle({ width: "44px", height: "44px" });
});
