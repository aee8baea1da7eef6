import { Minus, Plus, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { track } from "../../analytics/track";
import type { MenuProduct } from "../../api/wire";
import { isPizzaCategory } from "../../art/food/pictured";
import { euros } from "../../lib/money";
import { ProductImage } from "../picture/ProductImage";
import { productPath } from "../productPath";
import { type CardPrice, cardPriceOf } from "./cardPrice";
import type { CardState } from "./cardState";
import styles from "./ProductCard.module.css";
import { ALLERGENS } from "../../ui/texts";
import { CARD } from "./texts";
import { TagLetters, TagsByChoice, TagSign } from "./Tags";

interface ProductCardProps {
  product: MenuProduct;
  /** What the editors say of it, over its description. */
  note?: string | null;
  state: CardState;
  /** How many of it are in the order. */
  count: number;
  /** Allergens to avoid that it holds. */
  avoided: readonly string[];
  /** What stands in the address after `?`, kept on the way to the product: the vegan filter goes along (MN-16). */
  search?: string;
  /** Whether it is seen at once. */
  isFirst?: boolean;
  /** Puts one more into the order, or takes one out; for what needs no choosing (MN-26). */
  onAdd: (product: MenuProduct) => void;
  onRemove: (product: MenuProduct) => void;
}

/** Whether a product goes into the order as it is: one size, nothing to change. */
export function needsNoChoice({
  editable,
  productSizes,
}: Pick<MenuProduct, "editable" | "productSizes">): boolean {
  return !editable && productSizes.length === 1;
}

/** A product in a list: words left and the food running out of the edge on a phone, food above on a desk. */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, note = null, state, count, avoided, search = "", isFirst = false } = props;
  const isGone = state.kind !== "available";
  return (
    <article className={`${styles["card"]} ${isGone ? styles["gone"] : ""}`}>
      <div className={styles["halves"]}>
        <div
          className={`${styles["picture"]} ${isPizzaCategory(product.productCategoryId) ? "" : styles["side"]}`}
        >
          <ProductImage product={product} size={234} isFirst={isFirst} />
          <TagSign tags={product.tags} />
        </div>
        <div className={styles["words"]}>
          <h3>
            <Link
              to={{ pathname: productPath(product.slug), search }}
              preventScrollReset
              className={styles["link"]}
              onClick={() => track({ event: "select_item", productId: product.productId, list: "menu" })}
            >
              {product.name}
            </Link>
          </h3>
          {!isGone && note !== null && <p className={styles["note"]}>{note}</p>}
          {isGone ? <Reason state={state} /> : <p>{product.description}</p>}
          {avoided.length > 0 && <Avoided allergens={avoided} />}
          <div className={styles["foot"]}>
            <span className={styles["price"]}>
              <Price price={cardPriceOf(product)} />
              <TagLetters tags={product.tags} />
              <TagsByChoice product={product} />
            </span>
            {!isGone && <Amount {...props} count={count} />}
          </div>
        </div>
      </div>
    </article>
  );
});

function Reason({ state }: { state: CardState }) {
  if (state.kind === "soldOut") return <p>{CARD.soldOut}</p>;
  if (state.kind !== "notNow") return null;
  const { from, until } = state;
  return (
    <p>
      {CARD.notNow}
      {from !== null && until !== null && (
        <span className={styles["when"]}>
          {CARD.sold} <span className="whole">{`${clock(from)}–${clock(until)}`}</span>
        </span>
      )}
    </p>
  );
}

/** `21:00` as Finns write it. */
function clock(time: string): string {
  return time.replace(/^0/, "").replace(":", ".");
}

function Avoided({ allergens }: { allergens: readonly string[] }) {
  const names = allergens.map((one) => ALLERGENS[one] ?? one).join(", ");
  return (
    <p className={styles["avoided"]}>
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      {CARD.contains(names)}
    </p>
  );
}

function Price({ price: { kind, amount } }: { price: CardPrice }) {
  const sum = <b className="whole">{euros(amount)}</b>;
  if (kind === "exact") return sum;
  return (
    <span className="whole">
      {CARD.from} {sum}
    </span>
  );
}

function Amount({ product, count, onAdd, onRemove }: ProductCardProps) {
  if (!needsNoChoice(product)) {
    // The whole card is the link to where one chooses; the sign only says that one can.
    return (
      <span className={styles["plus"]} aria-hidden={count === 0 || undefined}>
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        {count > 0 && (
          <span className={styles["count"]}>
            <span aria-hidden="true">{count}</span>
            <span className="sr-only">{CARD.inOrder(count)}</span>
          </span>
        )}
      </span>
    );
  }
  return (
    <span className={styles["stepper"]} role="group" aria-label={product.name}>
      {count > 0 && (
        <>
          <button type="button" aria-label={CARD.remove(product.name)} onClick={() => onRemove(product)}>
            <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
          <b aria-hidden="true">{count}</b>
        </>
      )}
      <button type="button" aria-label={CARD.add(product.name)} onClick={() => onAdd(product)}>
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span className="sr-only" role="status">
        {count > 0 && CARD.inOrder(count)}
      </span>
    </span>
  );
}
