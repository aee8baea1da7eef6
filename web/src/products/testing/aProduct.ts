import type { MenuListing, MenuProduct } from "../../api/wire";

/** A pizza as the menu lists it. */
export function aProduct(change: Partial<MenuProduct> = {}): MenuProduct {
  return {
    productId: "3003",
    productCategoryId: "pizza",
    productCategoryName: "Pizzat",
    name: "Saunavuoro",
    description: "Pepperonia ja jalapeñoa.",
    imagepath: null,
    menuimagepathmobile: null,
    backgroundColor: null,
    slug: "saunavuoro",
    sizeId: "101",
    productSizes: [
      { productSizeID: "101", name: "Normaali", calculatedPrice: 13.9, isOutOfStock: false },
      { productSizeID: "102", name: "Perhe", calculatedPrice: 20.9, isOutOfStock: false },
    ],
    basePrice: 13.9,
    hasFromPrice: false,
    custom: false,
    editable: true,
    restrictedModification: false,
    isInDefaultMenu: true,
    isHiddenFromMenu: false,
    inactive: false,
    isAgeRestricted: false,
    tags: [],
    tagsByChoice: {},
    diets: [],
    recommendedIngredients: [],
    productRecommendation: null,
    availableForSaleFrom: null,
    availableForSaleUntil: null,
    isAvailableNow: true,
    isOutOfStock: false,
    allergens: [],
    ingredientMeta: { includedToppings: null, maxToppings: 20, restrictedModification: false },
    quantity: 1,
    comboId: null,
    customized: false,
    uuid: null,
    ingredients: [],
    avoided: false,
    ...change,
  };
}

/** A can: one size, nothing to choose. */
export function aDrink(change: Partial<MenuProduct> = {}): MenuProduct {
  return aProduct({
    productId: "3024",
    productCategoryId: "drink",
    name: "Lähdevesi",
    description: "Kuplilla.",
    slug: "lahdevesi",
    sizeId: "301",
    productSizes: [{ productSizeID: "301", name: "0,33 l", calculatedPrice: 2.9, isOutOfStock: false }],
    basePrice: 2.9,
    editable: false,
    ...change,
  });
}

/** A category of the menu. */
export function aCategory(
  id: string,
  products: MenuProduct[],
  change: Partial<MenuListing["categories"][number]> = {},
): MenuListing["categories"][number] {
  return {
    productCategoryID: id,
    productCategoryName: id,
    productCategoryDescription: null,
    displayOrder: 10,
    slug: id,
    image: null,
    showDescription: false,
    hidden: false,
    filtered: false,
    products,
    ...change,
  };
}

/** A menu with a pizza and a can. */
export function aMenu(change: Partial<MenuListing> = {}): MenuListing {
  return {
    shopId: null,
    isLunchTime: false,
    categories: [
      aCategory("pizza", [aProduct()], { slug: "pizzat", productCategoryName: "Pizzat" }),
      aCategory("drink", [aDrink()], { slug: "juomat", productCategoryName: "Juomat", displayOrder: 100 }),
    ],
    highlights: { categoryId: "999", title: null, description: null, items: [] },
    lightDelicacies: { categoryId: "998", title: null, description: null, productIds: [] },
    matches: null,
    ...change,
  };
}
