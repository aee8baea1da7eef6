import type { ReactNode } from "react";
import type { MenuProduct } from "../../api/wire";
import { ProductPicture } from "../../art/food/drawn";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import styles from "./Offers.module.css";
import { DETAILS } from "./texts";
import { ALLERGENS } from "../../ui/texts";

/** Its fragment in the address (SH-23). */
const RECOMMENDED_MODAL = "suositeltu";

/** The name of what the chef recommends; it opens what there is to know of it. */
export function RecommendedName({ name }: { name: string }) {
  return <ModalLink name={RECOMMENDED_MODAL}>{name}</ModalLink>;
}

interface RecommendedModalProps {
  product: MenuProduct;
  /** The chef's word. */
  text: string;
  price: string;
  /** Its button. */
  children: ReactNode;
}

/** What the chef recommends, over the product for which it is. */
export function RecommendedModal({ product, text, price, children }: RecommendedModalProps) {
  const { name, productId, productCategoryId, description, allergens } = product;
  return (
    <Modal name={RECOMMENDED_MODAL} title={name} size="small" footer={children}>
      <div className={styles["told"]}>
        <ProductPicture product={{ name, productId, productCategoryId, ingredients: [] }} size={140} />
        <p>
          <b>{text}</b>
        </p>
        {description !== null && <p className="quiet">{description}</p>}
        <p className="quiet small">
          {allergens.length === 0
            ? DETAILS.noAllergens
            : DETAILS.allergens(allergens.map((id) => ALLERGENS[id] ?? id))}
        </p>
        <p>
          <b className="whole">{price}</b>
        </p>
      </div>
    </Modal>
  );
}
