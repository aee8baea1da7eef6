/** What draws food; {@link file://./drawn.tsx} fetches it for pages. */
export { BuiltPicture } from "./BuiltPicture";
export { IngredientIcon } from "./IngredientIcon";
export { ProductPicture } from "./ProductPicture";
