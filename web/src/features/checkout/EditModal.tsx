import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import type { OrderItem } from "../../shop/cart/order";
import { useOrder } from "../../shop/cart/useCart";
import { report } from "../../shop/errors/problems";
import { LINE_MISSING } from "../../shop/texts";
import { fragmentsOf } from "../../ui/modal/hash";
import { useModal } from "../../ui/modal/useModal";
import { EDIT_MODAL, editModal } from "./editModalName";
import { opening } from "../../lib/arriving";

const ProductEditor = lazy(async () => ({
  default: (await opening(() => import("../../products/editor/ProductEditor"))).ProductEditor,
}));

/** The editor of the line that the address names (CA-03); where the line is gone, that is said. */
export function EditModal() {
  const { hash } = useLocation();
  const uuid = fragmentsOf(hash)
    .find((fragment) => fragment.startsWith(EDIT_MODAL))
    ?.slice(EDIT_MODAL.length);
  const item = useOrder(({ items }) => items.find((one) => one.uuid === uuid) ?? null);
  if (item) return <Editor key={item.uuid} item={item} />;
  return uuid === undefined ? null : <Missing uuid={uuid} />;
}

/** Another tab or the server has taken the line away (PD-63). */
function Missing({ uuid }: { uuid: string }) {
  const { close } = useModal(editModal(uuid));
  useEffect(() => {
    report(LINE_MISSING);
    close();
  }, [close]);
  return null;
}

function Editor({ item }: { item: OrderItem }) {
  const { close } = useModal(editModal(item.uuid));
  return (
    <Suspense>
      <ProductEditor
        slugOrId={item.productId}
        sizeId={item.sizeId}
        mode={{ kind: "edit", item }}
        onClose={close}
        layout="dialog"
      />
    </Suspense>
  );
}
