import { ProductPicture } from "../../art/food/drawn";
import { productIn } from "../../products/itemOfProduct";
import { ProductImage } from "../../products/picture/ProductImage";
import { useMenu } from "../../shop/catalog/useCatalog";
import type { LineView } from "./lineView";

/** What a line holds: drawn from its doses, before these are known as the menu shows it, and before that its plate. */
export function LinePicture({ line: { item, portions }, size }: { line: LineView; size: number }) {
  const { data: menu } = useMenu();
  if (portions === null) {
    const product = productIn(menu, item.productId);
    return product ? <ProductImage product={product} size={size} isFirst /> : null;
  }
  const { name, productId, productCategoryId } = item;
  const pictured = { name, productId, productCategoryId, ingredients: portions };
  return <ProductPicture product={pictured} size={size} />;
}
