import { Link } from "react-router";
import type { OrderType } from "../api/wire";
import { euros } from "../lib/money";
import { restaurantPath } from "../lib/restaurantSlug";
import { distanceText } from "./distance";
import type { ListedShop } from "./draft";
import { clockIn } from "./preorder";
import styles from "./ShopRow.module.css";
import { SETUP, SHOPS, TIME } from "./texts";
import { useDeliveryHints } from "./useDeliveryHints";

interface ShopRowProps {
  shop: ListedShop;
  orderType: OrderType;
  /** The time of a preorder; `null` for now. */
  time: string | null;
  /** The name of the radio group that it belongs to. */
  group: string;
  isChosen: boolean;
  /** Lit together with its mark on the map. */
  isLit: boolean;
  onChoose: () => void;
  onLight: (isLit: boolean) => void;
}

/** A restaurant to choose; one that cannot be chosen keeps its place and says why (OS-15, OS-19). */
export function ShopRow(props: ShopRowProps) {
  const { shop, group, isChosen, isLit, onChoose, onLight } = props;
  const lights = { onPointerEnter: () => onLight(true), onPointerLeave: () => onLight(false) };
  const look = `${styles["row"]} ${isLit ? styles["lit"] : ""}`;
  if (!shop.isOpen)
    return (
      <li className={`${look} ${styles["shut"]}`} {...lights}>
        <Facts {...props} />
      </li>
    );
  return (
    <li>
      <label className={look} {...lights}>
        <input
          type="radio"
          name={group}
          checked={isChosen}
          onChange={onChoose}
          onFocus={() => onLight(true)}
          onBlur={() => onLight(false)}
        />
        <Facts {...props} />
      </label>
    </li>
  );
}

function Facts({ shop, orderType, time }: ShopRowProps) {
  const { name, streetAddress, distanceKm, fee } = shop;
  const distance = distanceKm === null ? null : distanceText(distanceKm);
  const isDelivery = orderType === "delivery";
  const second = isDelivery ? (distance ?? streetAddress) : streetAddress;
  return (
    <>
      <span className={styles["words"]}>
        <b>{name}</b>{" "}
        <span className={styles["second"]}>{shop.isOpen ? second : <Reason shop={shop} time={time} />}</span>
      </span>{" "}
      <span className={styles["figures"]}>
        {isDelivery && fee !== null && shop.isOpen && <Fee fee={fee} />}{" "}
        {shop.isOpen && (
          <span className={isDelivery ? "" : styles["first"]}>{whenOf(shop, orderType, time)}</span>
        )}{" "}
        {(!isDelivery || !shop.isOpen) && distance !== null && <span>{distance}</span>}
      </span>
    </>
  );
}

/** In the colour that the editors chose (OS-24). */
function Fee({ fee }: { fee: number }) {
  const { priceColor } = useDeliveryHints();
  return (
    <span className={styles["first"]} style={priceColor === null ? undefined : { color: priceColor }}>
      {SHOPS.delivery(euros(fee))}
    </span>
  );
}

function whenOf({ statusText }: ListedShop, orderType: OrderType, time: string | null): string {
  if (time === null) return statusText;
  return (orderType === "delivery" ? TIME.atDoor : TIME.ready)(clockIn(time));
}

function Reason({ shop: { isOpen, isShut, name, statusText }, time }: Pick<ShopRowProps, "shop" | "time">) {
  if (isOpen === null) return SETUP.loading;
  if (!isShut) return statusText;
  return (
    <>
      {time === null ? statusText : TIME.notAtTime}{" "}
      <Link to={restaurantPath(name)} aria-label={SHOPS.hoursOf(name)}>
        {SHOPS.hours}
      </Link>
    </>
  );
}
