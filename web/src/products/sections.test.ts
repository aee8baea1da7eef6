import { expect, test } from "vitest";
import { aCategory, aDrink, aMenu, aProduct } from "./testing/aProduct";
import { categorySectionsOf, sectionAt, sectionsOf } from "./sections";

const titles = (menu = aMenu(), tag: string | null = null) =>
  sectionsOf(menu, tag).sections.map(({ title }) => title);

// spec: MN-17, MN-20
test("the menu begins with at most eight highlights, each with its own words", () => {
  const pizzas = Array.from({ length: 10 }, (_, index) => aProduct({ productId: String(index) }));
  const items = pizzas.map(({ productId }) => ({ productId, menuCardText: `Poiminta ${productId}` }));
  const menu = aMenu({
    categories: [aCategory("pizza", pizzas)],
    highlights: { categoryId: "999", title: "Illalle", description: "Ennen kuin loppuvat.", items },
  });
  const [first] = sectionsOf(menu, null).sections;
  expect(first).toMatchObject({ id: "999", title: "Illalle", description: "Ennen kuin loppuvat." });
  expect(first?.products).toHaveLength(8);
  expect(first?.products[0]?.note).toBe("Poiminta 0");
});

// spec: MN-18, MN-19
test("light delicacies take in the dippable and the minimonsters; hidden categories are left out", () => {
  const menu = aMenu({
    categories: [
      aCategory("dipattavat", [aDrink({ productId: "1" })], { displayOrder: 80, slug: "dipattavat" }),
      aCategory("pizza", [aProduct()], { productCategoryName: "Pizzat" }),
      aCategory("minimonster", [aProduct({ productId: "2" })], { hidden: true }),
      aCategory("alcohol", [aDrink({ productId: "3" })], { hidden: true }),
      aCategory("etu-pizza", [aProduct({ productId: "4" })], { hidden: true }),
    ],
    lightDelicacies: {
      categoryId: "998",
      title: "Pientä purtavaa",
      description: "Sormin.",
      productIds: ["1", "2"],
    },
    highlights: {
      categoryId: "999",
      title: "Illalle",
      description: null,
      items: [{ productId: "1", menuCardText: "Uusi" }],
    },
  });
  const { sections } = sectionsOf(menu, null);
  expect(sections.map(({ id }) => id)).toEqual(["999", "pizza", "998"]);
  expect(sections[2]?.products.map(({ product }) => product.productId)).toEqual(["1", "2"]);
  expect(categorySectionsOf(menu).map(({ title }) => title)).toEqual(["Pizzat", "Pientä purtavaa"]);
});

// spec: MN-12, MN-13, MN-14
test("a tag keeps what has it, counts that once, and leaves categories without any in their place", () => {
  const vegan = aProduct({ productId: "7", tags: [{ name: "Vegan" }] });
  const menu = aMenu({
    categories: [aCategory("pizza", [aProduct(), vegan]), aCategory("drink", [aDrink()])],
    highlights: {
      categoryId: "999",
      title: "Illalle",
      description: null,
      items: [{ productId: "7", menuCardText: "Uusi" }],
    },
  });
  const { sections, matches } = sectionsOf(menu, "vegan");
  expect(matches).toBe(1);
  expect(sections.map(({ products }) => products.length)).toEqual([1, 1, 0]);
  expect(titles(menu, "Tulinen")).toEqual(["pizza", "drink"]);
  const byChoice = aProduct({ productId: "8", tagsByChoice: { Vegan: ["2835"] } });
  const withChoice = aMenu({ categories: [aCategory("pizza", [aProduct(), byChoice])] });
  expect(sectionsOf(withChoice, "vegan").matches).toBe(1);
});

// spec: MN-17
test("of the highlights, what is sold at another time comes last", () => {
  const later = aProduct({ productId: "8", isAvailableNow: false });
  const item = (productId: string) => ({ productId, menuCardText: "Uusi" });
  const menu = aMenu({
    categories: [aCategory("pizza", [later, aProduct({ productId: "9" }), aProduct({ productId: "10" })])],
    highlights: {
      categoryId: "999",
      title: "Illalle",
      description: null,
      items: [item("8"), item("10"), item("9")],
    },
  });
  const [highlights] = sectionsOf(menu, null).sections;
  expect(highlights?.products.map(({ product }) => product.productId)).toEqual(["10", "9", "8"]);
  expect(highlights?.face?.productId).toBe("10");
});

// spec: MN-10
test("a hash names a section by its place or its category, beside a modal", () => {
  const { sections } = sectionsOf(aMenu(), null);
  expect(sectionAt(sections, "#juomat")?.id).toBe("drink");
  expect(sectionAt(sections, "#drink&aloita-tilaus")?.id).toBe("drink");
  expect(sectionAt(sections, "#aloita-tilaus")).toBeNull();
});

test("descriptions show only where the data says so", () => {
  const menu = aMenu({
    categories: [
      aCategory("pizza", [aProduct()], { productCategoryDescription: "Ohut.", showDescription: true }),
      aCategory("drink", [aDrink()], { productCategoryDescription: "Kylmä.", showDescription: false }),
    ],
  });
  expect(sectionsOf(menu, null).sections.map(({ description }) => description)).toEqual(["Ohut.", null]);
});
