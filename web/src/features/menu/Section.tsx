import { useMemo } from "react";
import type { MenuProduct } from "../../api/wire";
import { cardStateOf } from "../../products/card/cardState";
import { ProductCard } from "../../products/card/ProductCard";
import type { Order } from "../../shop/cart/order";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { HIGHLIGHTS, type MenuSection, type SectionProduct } from "../../products/sections";
import styles from "./Section.module.css";
import { FILTER } from "./texts";
import { useAdd } from "./useAdd";

interface SectionProps {
  section: MenuSection;
  soldOutIds: ReadonlySet<string>;
  /** What stands in the address after `?`. */
  search: string;
  /** Whether it is the first of the page: its pictures must not wait. */
  isFirst: boolean;
}

/** How many cards fill a desk's first view. */
const FIRST_CARDS = 3;

/** A part of the menu: heading, and a card for each product. */
export function Section({ section, soldOutIds, search, isFirst }: SectionProps) {
  const { id, anchor, title, description, products } = section;
  return (
    <section id={anchor} className={styles["section"]} aria-labelledby={`${anchor}-otsikko`}>
      <h2 id={`${anchor}-otsikko`} tabIndex={-1}>
        {title}
      </h2>
      {description !== null && <p className={styles["lead"]}>{description}</p>}
      {products.length === 0 ? (
        <p className={styles["none"]}>{FILTER.none}</p>
      ) : (
        <ul className={styles["grid"]}>
          {products.map((one, index) => (
            <li key={one.product.productId}>
              <LiveCard
                {...one}
                soldOutIds={soldOutIds}
                search={search}
                isFirst={isFirst && index < FIRST_CARDS}
                addedFrom={id === HIGHLIGHTS ? "highlights" : "menu"}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface LiveCardProps extends SectionProduct {
  soldOutIds: ReadonlySet<string>;
  search: string;
  isFirst: boolean;
  addedFrom: string;
}

/** A card with what the order and the restaurant say of its product. */
function LiveCard({ product, note, soldOutIds, search, isFirst, addedFrom }: LiveCardProps) {
  const add = useAdd();
  const count = useOrder((order) => countOf(order, product.productId));
  const avoid = useOrder((order) => order.avoidAllergens);
  const last = useOrder((order) => linesOf(order, product.productId).at(-1)?.uuid ?? null);
  const state = useMemo(() => cardStateOf(product, soldOutIds), [product, soldOutIds]);
  const avoided = useMemo(
    () => product.allergens.filter((allergen) => avoid.includes(allergen)),
    [product, avoid],
  );
  return (
    <ProductCard
      product={product}
      note={note}
      state={state}
      count={count}
      avoided={avoided}
      search={search}
      isFirst={isFirst}
      onAdd={() => add({ type: "addItem", item: itemOf(product, addedFrom) })}
      onRemove={() => {
        if (last !== null) dispatch({ type: "decreaseItem", uuid: last }).catch(() => {});
      }}
    />
  );
}

/** Lines of a product that stand alone: those of a combo go with it. */
function linesOf({ items }: Order, productId: string) {
  return items.filter((item) => item.productId === productId && item.comboId === null);
}

function countOf(order: Order, productId: string): number {
  return linesOf(order, productId).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** A product as it goes into the order without any choice. */
function itemOf(product: MenuProduct, addedFrom: string) {
  const size = product.productSizes[0];
  return {
    productId: product.productId,
    sizeId: size?.productSizeID ?? product.sizeId,
    name: product.name,
    sizeName: size?.name ?? "",
    productCategoryId: product.productCategoryId,
    ingredients: null,
    unitPrice: size?.calculatedPrice ?? product.basePrice,
    addedFrom,
  };
}
