// @vitest-environment node
import { expect, test } from "vitest";
import { restaurantPath, restaurantSlug } from "./restaurantSlug";

// spec: MN-37
test.each([
  ["Ovelle Töölö", "ovelle-toolo"],
  ["Ovelle Åland", "ovelle-aland"],
  ["Ovelle  Iso_Omena | 2.krs", "ovelle-iso-omena-2-krs"],
  ["(Ovelle) Kallio!", "ovelle-kallio"],
])("%s stands in an address as %s", (name, slug) => {
  expect(restaurantSlug(name)).toBe(slug);
  expect(restaurantPath(name)).toBe(`/ravintolat/${slug}`);
});
