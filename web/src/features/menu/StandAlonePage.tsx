import { Suspense } from "react";
import { useNavigate, useParams } from "react-router";
import { loadEditor, ProductEditor } from "./lazyEditor";
import { ProductTitle } from "./ProductTitle";

const NOTHING = { sizeId: undefined, shared: undefined };

void loadEditor();

/** `/menu/{slug}/standAlone`: a product alone, without header and footer (MN-04). */
export function Component() {
  const { slug = "" } = useParams();
  const navigate = useNavigate();
  return (
    <main id="sisalto" tabIndex={-1}>
      <ProductTitle slug={slug} wish={NOTHING} />
      <Suspense>
        <ProductEditor
          key={slug}
          slugOrId={slug}
          mode={{ kind: "add", addedFrom: "standAlone" }}
          layout="page"
          onClose={() => void navigate("/menu")}
        />
      </Suspense>
    </main>
  );
}
