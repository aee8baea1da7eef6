import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Heart, Pizza } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { PastOrder } from "../../api/wire";
import { fullDate, timeOf } from "../../lib/helsinki";
import { euros } from "../../lib/money";
import { percents } from "../../lib/percents";
import { CART_PATH } from "../../shop/checkout/paths";
import { NotAdded } from "../../products/reorder/NotAdded";
import { PastItemCard } from "../../products/reorder/PastItemCard";
import { useUser } from "../../session/useUser";
import { useOrder } from "../../shop/cart/useCart";
import { itemsToHave, useFavour } from "../../shop/history/history";
import { addAgain } from "../../shop/reorder/addAgain";
import { priceChangesQuery } from "../../shop/reorder/prices";
import { Button } from "../../ui/Button";
import { Avoided } from "../../ui/items/Avoided";
import { ORDER_TYPES } from "../../ui/texts";
import { Trouble } from "../../ui/Trouble";
import styles from "./History.module.css";
import { ORDER } from "./texts";
import { useAction } from "../../ui/useAction";

/** A past order: its facts, items, sums and slices; made the favourite, or ordered again (AC-11, AC-13). */
export function OrderView({ order }: { order: PastOrder }) {
  const cart = useOrder((all) => all);
  const { data: changes } = useQuery(priceChangesQuery(cart, order.orderItems));
  return (
    <>
      <div className={styles["view"]}>
        <Facts order={order} />
        <Avoided allergens={order.avoidAllergens} />
        <h3>{ORDER.items(order.orderItems.reduce((sum, { quantity }) => sum + quantity, 0))}</h3>
        <ul className={styles["items"]}>
          {order.orderItems.map((item, at) => (
            <PastItemCard key={item.uuid} item={item} price={changes?.get(at) ?? null} />
          ))}
        </ul>
        <Sums order={order} />
        {order.slicesAdded > 0 && (
          <p className={styles["earned"]}>
            <Pizza size={20} strokeWidth={1.75} aria-hidden="true" />
            {ORDER.slices(order.slicesAdded)}
          </p>
        )}
      </div>
      <Actions order={order} />
    </>
  );
}

function Facts({ order }: { order: PastOrder }) {
  const { orderPlacedAt, preOrderTime, orderType, contactDetails, restaurantName } = order;
  const placed = Date.parse(orderPlacedAt);
  return (
    <dl className={styles["facts"]}>
      <Fact name={ORDER.placed}>{ORDER.at(fullDate(placed), timeOf(placed))}</Fact>
      {preOrderTime !== null && <Fact name={ORDER.preordered}>{wallTime(preOrderTime)}</Fact>}
      {orderType === "delivery" ? (
        <Fact name={ORDER_TYPES[orderType]}>
          {contactDetails === null ? ORDER.goneAddress : addressOf(contactDetails)}
        </Fact>
      ) : (
        <Fact name={ORDER.restaurant}>
          {ORDER_TYPES[orderType]}, {restaurantName}
        </Fact>
      )}
      {orderType === "delivery" && <Fact name={ORDER.restaurant}>{restaurantName}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `2026-11-27 18:30`, as one reads it. */
function wallTime(text: string): string {
  const [day = "", time = ""] = text.split(" ");
  return ORDER.at(day.split("-").toReversed().join("."), time.replace(":", "."));
}

function addressOf({
  streetAddress,
  apartmentNumber,
  postalCode,
  city,
}: NonNullable<PastOrder["contactDetails"]>) {
  const door = [streetAddress, apartmentNumber].filter(Boolean).join(" ");
  return `${door}, ${postalCode} ${city}`;
}

function Sums({ order }: { order: PastOrder }) {
  const rows: [string, number][] = [
    [ORDER.goods, order.grandTotalWithoutShippingAndDiscounts],
    [ORDER.delivery, order.shippingCharges],
    [ORDER.phoneFee, order.phoneOrderFee],
    [ORDER.serviceFee, order.deliveryServiceFee],
    [ORDER.discount, -order.discountsSum],
  ];
  return (
    <>
      <dl className={styles["sums"]}>
        {rows
          .filter(([name, sum]) => sum !== 0 || name === ORDER.goods)
          .map(([name, sum]) => (
            <Fact key={name} name={name}>
              {euros(sum)}
            </Fact>
          ))}
        <Fact name={ORDER.total}>{euros(order.grandTotal)}</Fact>
      </dl>
      {order.pricingDetails.vat.map(({ percent, vat }) => (
        <p key={percent} className="quiet small">
          {ORDER.vat(percents(percent), euros(vat))}
        </p>
      ))}
    </>
  );
}

function Actions({ order }: { order: PastOrder }) {
  const favour = useFavour();
  const cache = useQueryClient();
  const user = useUser();
  const navigate = useNavigate();
  const favouring = useAction(ORDER.notSaved);
  const [isOrdering, setOrdering] = useState(false);
  const again = async () => {
    setOrdering(true);
    const reordered = await addAgain(cache, user, itemsToHave(order), CART_PATH);
    setOrdering(false);
    // What could not be had is told over the cart; of nothing there is nothing to see there.
    if (reordered !== "none") void navigate(CART_PATH);
  };
  const { isFavourite, canBeFavourite } = order;
  return (
    <div className={styles["actions"]}>
      <Trouble>{favouring.trouble}</Trouble>
      <NotAdded />
      {(canBeFavourite || isFavourite) && (
        <Button
          look="quiet"
          aria-pressed={isFavourite}
          isBusy={favouring.isBusy}
          onClick={() => void favouring.act(() => favour(order))}
        >
          <Heart
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            fill={isFavourite ? "currentColor" : "none"}
          />
          {isFavourite ? ORDER.saved : ORDER.save}
        </Button>
      )}
      {itemsToHave(order).length > 0 && (
        <Button isBusy={isOrdering} onClick={() => void again()}>
          {ORDER.again}
        </Button>
      )}
    </div>
  );
}
