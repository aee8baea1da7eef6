import hashes from "virtual:product-pictures";
import { lazy, memo, Suspense } from "react";
import { pictureKey } from "../../art/food/pictureKey";
import type { MenuProduct } from "../../api/wire";
import { portionsIn } from "./portionsIn";
import { PictureFile } from "./PictureFile";
import { useNear } from "../../ui/useNear";
import { arriving } from "../../lib/arriving";

// Few chains need it: most pictures are files.
const ProductPicture = lazy(async () => {
  const { ProductPicture: Picture } = await arriving(() => import("../../art/food/drawings"));
  return { default: Picture };
});

/** What of a product its picture shows. */
export type Imaged = Pick<
  MenuProduct,
  "productId" | "productCategoryId" | "name" | "description" | "imagepath"
> & { ingredients: readonly { id: string; quantity: number }[] };

interface ProductImageProps {
  product: Imaged;
  /** Edge in pixels. */
  size: number;
  /** Whether it is seen at once, so it must not wait. */
  isFirst?: boolean;
}

/** A product as the menu has it: its own file, the one drawn at build, or else drawn here. Nothing to hear. */
export const ProductImage = memo(function ProductImage({
  product,
  size,
  isFirst = false,
}: ProductImageProps) {
  const source = sourceOf(product);
  if (source === null) return <DrawnHere product={product} size={size} />;
  return (
    <PictureFile
      src={source}
      alt=""
      width={size}
      height={size}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
    />
  );
});

/** The product whose picture stands for a category: the first with more on it than the barest has. */
export function faceOf<Product extends Pick<MenuProduct, "custom" | "ingredients">>(
  products: readonly Product[],
): Product | null {
  const barest = Math.min(...products.map(({ ingredients }) => ingredients.length));
  const laden = products.find(({ custom, ingredients }) => !custom && ingredients.length > barest);
  return laden ?? products[0] ?? null;
}

/** Where a product's picture is a file; `null` where there is none. */
function sourceOf(product: Imaged): string | null {
  if (product.imagepath !== null && product.imagepath !== undefined) return product.imagepath;
  const key = pictureKey(product);
  const hash = hashes[key];
  return hash === undefined ? null : `/assets/pictures/${key}.${hash}.svg`;
}

/** Chains that the build does not know have no files: what their menu says is drawn once it comes near. */
function DrawnHere({ product, size }: { product: Imaged; size: number }) {
  const { ref, isNear } = useNear<HTMLSpanElement>();
  const pictured = {
    name: product.name,
    productId: product.productId,
    productCategoryId: product.productCategoryId,
    ingredients: portionsIn(product.description ?? product.name),
  };
  return (
    <span ref={ref} style={{ display: "block", width: size, height: size }}>
      <Suspense>{isNear && <ProductPicture product={pictured} size={size} />}</Suspense>
    </span>
  );
}
