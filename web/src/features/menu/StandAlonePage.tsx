import { useNavigate, useParams } from "react-router";
import { ProductEditor } from "../../products/editor/ProductEditor";
import { ProductTitle } from "./ProductTitle";

const NOTHING = { sizeId: undefined, shared: undefined };

/** `/menu/{slug}/standAlone`: a product alone, without header and footer (MN-04). */
export function Component() {
  const { slug = "" } = useParams();
  const navigate = useNavigate();
  return (
    <main id="sisalto" tabIndex={-1}>
      <ProductTitle slug={slug} wish={NOTHING} />
      <ProductEditor
        key={slug}
        slugOrId={slug}
        mode={{ kind: "add", addedFrom: "standAlone" }}
        layout="page"
        onClose={() => void navigate("/menu")}
      />
    </main>
  );
}
