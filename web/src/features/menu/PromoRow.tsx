import { RotateCcw, TicketPercent } from "lucide-react";
import { useMemo, useRef } from "react";
import { Link } from "react-router";
import { track } from "../../analytics/track";
import { usePromotionSeen } from "../../analytics/usePromotionSeen";
import type { ComboView, MenuListing, MenuProduct } from "../../api/wire";
import { euros } from "../../lib/money";
import { ProductImage } from "../../products/picture/ProductImage";
import { productPath } from "../../products/productPath";
import { useShopper } from "../../shop/caller";
import { useCombos, useMenu } from "../../shop/catalog/useCatalog";
import { useInSight } from "../../ui/useInSight";
import { FreeDeliveryTile } from "./FreeDeliveryTile";
import styles from "./PromoRow.module.css";
import { PROMO } from "./texts";

/** So large a part of a tile counts as seen (AN-07). */
const IN_SIGHT = 0.2;
/** How many of a combo's products its tile shows. */
const SHOWN_FACES = 2;

/** Tiles above the menu: combos, coupons, and ordering again (MN-22); the call centre has nothing of its own to repeat (CC-12). */
export function PromoRow() {
  const { data: combos, isLoading } = useCombos();
  const { data: menu } = useMenu();
  const { isStaff } = useShopper();
  const products = useMemo(() => productsById(menu), [menu]);
  return (
    <ul className={styles["row"]} aria-label={PROMO.row}>
      {isLoading && <li className={styles["pending"]} aria-hidden="true" />}
      {combos &&
        tiledOf(combos).map((combo) => (
          <li key={combo.campaignId}>
            <ComboTile combo={combo} faces={facesOf(combo, products)} />
          </li>
        ))}
      <FreeDeliveryTile />
      <li>
        <Link to="/kupongit" className={styles["tile"]}>
          <TicketPercent size={24} strokeWidth={1.75} aria-hidden="true" />
          <span>
            <b>{PROMO.coupons}</b> <small>{PROMO.couponsLead}</small>
          </span>
        </Link>
      </li>
      {!isStaff && (
        <li>
          <Link to="/menu/tilaa-uudelleen" preventScrollReset className={styles["tile"]}>
            <RotateCcw size={24} strokeWidth={1.75} aria-hidden="true" />
            <span>
              <b>{PROMO.reorder}</b> <small>{PROMO.reorderLead}</small>
            </span>
          </Link>
        </li>
      )}
    </ul>
  );
}

function ComboTile({ combo, faces }: { combo: ComboView; faces: readonly MenuProduct[] }) {
  const { campaignSlug, name, comboPrice, availability } = combo;
  const reason = PROMO.reasons[availability.result];
  const tile = useRef<HTMLAnchorElement>(null);
  const promotion = { promotionId: String(combo.campaignId), name, slot: "menu" };
  usePromotionSeen(useInSight(tile, IN_SIGHT) ? promotion : null);
  return (
    <Link
      ref={tile}
      onClick={() => track({ event: "select_promotion", ...promotion })}
      to={productPath(campaignSlug)}
      preventScrollReset
      className={`${styles["tile"]} ${reason === null ? "" : styles["off"]}`}
    >
      {faces.length > 0 && (
        <span className={styles["faces"]}>
          {faces.map((face) => (
            <ProductImage key={face.productId} product={face} size={52} />
          ))}
        </span>
      )}
      <span>
        <b>{name}</b> <small>{reason ?? euros(comboPrice)}</small>
      </span>
    </Link>
  );
}

/** Those that have not ended, first what can be had now. */
function tiledOf(combos: readonly ComboView[]): ComboView[] {
  const isOff = ({ availability }: ComboView) => Number(availability.result !== "OK");
  return combos
    .filter(({ availability }) => availability.result !== "NOT_ACTIVE")
    .toSorted((left, right) => isOff(left) - isOff(right));
}

/** The first products of a combo, one of each category. */
function facesOf(combo: ComboView, products: ReadonlyMap<string, MenuProduct>): MenuProduct[] {
  const faces = new Map(
    combo.comboCampaignOptions.flatMap(({ defaultProductId }) => {
      const product = products.get(defaultProductId);
      return product ? [[product.productCategoryId, product] as const] : [];
    }),
  );
  return [...faces.values()].slice(0, SHOWN_FACES);
}

function productsById(menu: MenuListing | undefined): Map<string, MenuProduct> {
  const products = menu?.categories.flatMap((category) => category.products) ?? [];
  return new Map(products.map((product) => [product.productId, product]));
}
