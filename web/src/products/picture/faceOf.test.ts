import { expect, test } from "vitest";
import { faceOf } from "./ProductImage";

const product = (name: string, doses: number, custom = false) => ({
  name,
  custom,
  ingredients: Array.from({ length: doses }, (_, index) => ({ id: `${index}`, quantity: 1 })),
});

test("a category is shown by the first product that has something on it", () => {
  const own = product("Omavalintainen", 3, true);
  expect(faceOf([own, product("Kaksi makua", 3), product("Margareta", 5)])?.name).toBe("Margareta");
  expect(faceOf([product("Aioli", 1), product("Chili", 1)])?.name).toBe("Aioli");
  expect(faceOf([own])).toBe(own);
  expect(faceOf([])).toBeNull();
});
