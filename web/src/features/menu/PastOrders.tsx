import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PastItem, PastOrder, User } from "../../api/wire";
import { weekdayDate } from "../../lib/helsinki";
import { NotAdded } from "../../products/reorder/NotAdded";
import { PastItemCard } from "../../products/reorder/PastItemCard";
import { useSoldOutIds } from "../../shop/availability/useSoldOutIds";
import { useOrder } from "../../shop/cart/useCart";
import { historyQuery } from "../../shop/history/history";
import { addAgain } from "../../shop/reorder/addAgain";
import { type PriceChange, priceChangesQuery } from "../../shop/reorder/prices";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { SlicePlate } from "../../ui/SlicePlate";
import { ORDER_TYPES } from "../../ui/texts";
import styles from "./ReorderOverlay.module.css";
import { REORDER } from "./texts";

/** The past orders that can be had whole, the newest first; what has changed of them is said before one adds it (RO-01, RO-02). */
export function PastOrders({ user }: { user: User }) {
  const { data, isError, refetch } = useQuery(historyQuery);
  if (!data) {
    if (!isError) return <Loading />;
    return (
      <>
        <p role="alert">{REORDER.failed}</p>
        <p className={styles["actions"]}>
          <Button look="quiet" onClick={() => void refetch()}>
            {REORDER.retry}
          </Button>
        </p>
      </>
    );
  }
  const orders = data.filter(({ orderItems }) => !orderItems.some(({ inactive }) => inactive));
  if (orders.length === 0) {
    return (
      <EmptyState
        drawing={<SlicePlate slices={0} size={160} />}
        text={data.length === 0 ? REORDER.none : REORDER.noneLeft}
        action={<ButtonLink to="/menu">{REORDER.toMenu}</ButtonLink>}
      />
    );
  }
  return <Orders user={user} orders={orders} />;
}

function Orders({ user, orders }: { user: User; orders: readonly PastOrder[] }) {
  const order = useOrder((all) => all);
  const { data: changes } = useQuery(
    priceChangesQuery(
      order,
      orders.flatMap(({ orderItems }) => orderItems),
    ),
  );
  // Where the items of each order begin among all.
  const starts = orders.map((_, at) =>
    orders.slice(0, at).reduce((sum, { orderItems }) => sum + orderItems.length, 0),
  );
  return (
    <>
      <NotAdded />
      <ul className={styles["orders"]}>
        {orders.map((one, at) => (
          <PastOrderRow
            key={one.orderId}
            user={user}
            order={one}
            changeOf={(index) => changes?.get((starts[at] ?? 0) + index) ?? null}
          />
        ))}
      </ul>
    </>
  );
}

interface PastOrderRowProps {
  user: User;
  order: PastOrder;
  changeOf: (index: number) => PriceChange | null;
}

function PastOrderRow({ user, order, changeOf }: PastOrderRowProps) {
  const { orderPlacedAt, orderType, restaurantName, orderItems } = order;
  const soldOut = useSoldOutIds();
  const words = orderItems.length > 1 ? REORDER.addAll : REORDER.addToCart;
  const when = REORDER.placed(weekdayDate(Date.parse(orderPlacedAt)));
  return (
    <li>
      <h3>{when}</h3>
      <p className="quiet small">
        {ORDER_TYPES[orderType]} · {restaurantName}
      </p>
      <ul>
        {orderItems.map((item, index) => (
          <PastItemCard
            key={item.uuid}
            item={item}
            isSoldOut={soldOut.has(item.productId)}
            price={changeOf(index)}
            action={
              orderItems.length > 1 && (
                <AddButton user={user} items={[item]} label={REORDER.addItem(item.name, when)}>
                  {REORDER.add}
                </AddButton>
              )
            }
          />
        ))}
      </ul>
      <AddButton user={user} items={orderItems} label={REORDER.addOrder(words, when)}>
        {words}
      </AddButton>
    </li>
  );
}

interface AddButtonProps {
  user: User;
  items: readonly PastItem[];
  label: string;
  children: string;
}

function AddButton({ user, items, label, children }: AddButtonProps) {
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    await addAgain(cache, user, items);
    setBusy(false);
  };
  return (
    <Button look="quiet" isBusy={isBusy} aria-label={label} onClick={() => void add()}>
      {children}
    </Button>
  );
}

function Loading() {
  return (
    <div className={styles["shapes"]}>
      <p className="sr-only" role="status">
        {REORDER.loading}
      </p>
      <i />
      <i />
      <i />
    </div>
  );
}
