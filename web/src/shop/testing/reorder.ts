/** Past items for tests. */
import type { PastItem } from "../../api/wire";

/** Two medium pizzas with bacon for pineapple. */
export function pastItem(parts: Partial<PastItem> = {}): PastItem {
  return {
    uuid: "8d6a33e2-0f0e-4a55-9a8c-51a6d0f6f0a1",
    productId: "3001",
    sizeId: "101",
    sizeName: "Medium",
    productCategoryId: "pizza",
    name: "Perfetta",
    quantity: 2,
    price: 29.8,
    discountedPrice: 26.8,
    ingredients: [
      {
        ingredientID: "1301",
        name: "Ananas",
        quantity: 0,
        recipeQuantity: 1,
        displayOrder: 2,
        categoryId: "fruit",
      },
      {
        ingredientID: "1305",
        name: "Pekoni",
        quantity: 2,
        recipeQuantity: 0,
        displayOrder: 1,
        categoryId: "meat",
      },
    ],
    images: null,
    inactive: false,
    includesInactiveIngredients: false,
    recipeOutdated: false,
    ...parts,
  };
}
