import { useProduct } from "../../shop/catalog/useCatalog";
import { usePageTitle } from "../../ui/usePageTitle";
import { OVERLAY } from "./texts";

interface ProductTitleProps {
  slug: string;
  wish: { sizeId: string | undefined; shared: string | undefined };
}

/** Names the tab after the product, which the editor asks for with the same wish. */
export function ProductTitle({ slug, wish: { sizeId, shared } }: ProductTitleProps) {
  const { data, isError } = useProduct(slug, sizeId, shared);
  usePageTitle(data?.name ?? (isError ? OVERLAY.missingTitle : OVERLAY.loading));
  return null;
}
