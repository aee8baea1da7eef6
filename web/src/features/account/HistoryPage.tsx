import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Heart } from "lucide-react";
import { Link } from "react-router";
import type { PastItem, PastOrder } from "../../api/wire";
import { ProductPicture } from "../../art/food/drawn";
import { dayName, dayOf } from "../../lib/helsinki";
import { euros } from "../../lib/money";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import { OrderTypeSign } from "../../ui/OrderTypeSign";
import { SlicePlate } from "../../ui/SlicePlate";
import { ORDER_TYPES } from "../../ui/texts";
import { useNow } from "../../ui/useNow";
import { usePageTitle } from "../../ui/usePageTitle";
import account from "./Account.module.css";
import { asPictured } from "../../products/reorder/pastItem";
import { trackingPath } from "../../shop/checkout/paths";
import { historyQuery } from "../../shop/history/history";
import { Trouble } from "../../ui/Trouble";
import styles from "./History.module.css";
import { OrderView } from "./OrderView";
import { ACCOUNT, HISTORY, ORDER } from "./texts";

/** Days change seldom. */
const LOOK_MS = 60_000;

/** `/asiakastili/tilaushistoria`: what is under way, then what was (AC-10 to AC-12). */
export function Component() {
  usePageTitle(HISTORY.title);
  return (
    <div className={account["column"]}>
      <h1>{HISTORY.title}</h1>
      <Orders />
    </div>
  );
}

function Orders() {
  const { data, isError, refetch } = useQuery(historyQuery);
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Shapes />;
  if (data.length === 0) {
    return (
      <EmptyState
        drawing={<SlicePlate slices={0} size={160} />}
        text={HISTORY.none}
        action={<ButtonLink to="/menu">{HISTORY.order}</ButtonLink>}
      />
    );
  }
  const active = data.filter(isFollowed);
  const past = data.filter((order) => !isFollowed(order));
  return (
    <>
      {active.length > 0 && (
        <section className={styles["active"]} aria-label={HISTORY.running}>
          {active.map((order) => (
            <Strip key={order.orderId} order={order} />
          ))}
        </section>
      )}
      {past.length > 0 && (
        <section className={styles["past"]}>
          <h2>{HISTORY.list}</h2>
          <ul className={styles["rows"]}>
            {past.map((order) => (
              <Row key={order.orderId} order={order} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** An order that is under way and can be followed: the server has its key still. */
interface FollowedOrder extends PastOrder {
  orderKey: string;
}

function isFollowed(order: PastOrder): order is FollowedOrder {
  return order.isActive && order.orderKey !== null;
}

/** An order that is under way leads to its tracking. */
function Strip({ order }: { order: FollowedOrder }) {
  const { orderId, orderKey, orderType, restaurantName } = order;
  return (
    <Link to={trackingPath(orderId, orderKey)} className={styles["strip"]}>
      <Picture order={order} />
      <span className={styles["words"]}>
        <b>{HISTORY.under}</b>
        <span>
          {ORDER_TYPES[orderType]} · {restaurantName}
        </span>
      </span>
      <b className="whole">{euros(order.grandTotal)}</b>
      <ChevronRight size={22} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

function Row({ order }: { order: PastOrder }) {
  const now = useNow(LOOK_MS);
  const { orderId, orderPlacedAt, orderType, grandTotal, slicesAdded, isFavourite } = order;
  const name = `tilaus-${orderId}`;
  return (
    <li>
      <ModalLink name={name} className={styles["row"]}>
        <Picture order={order} />
        <span className={styles["words"]}>
          <span>
            <b className="whole">{dayName(dayOf(Date.parse(orderPlacedAt)), now)}</b> ·{" "}
            <OrderTypeSign type={orderType} size={18} /> {ORDER_TYPES[orderType]}{" "}
            {isFavourite && (
              <span className={styles["favourite"]}>
                <Heart size={16} strokeWidth={1.75} aria-hidden="true" />
                {HISTORY.favourite}
              </span>
            )}
          </span>
          <span>{order.orderItems.map(lineOf).join(", ")}</span>
        </span>
        {slicesAdded > 0 && <span className={styles["slices"]}>{HISTORY.slices(slicesAdded)}</span>}
        <b className={`whole ${styles["sum"]}`}>{euros(grandTotal)}</b>
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
      </ModalLink>
      <Modal name={name} title={ORDER.title(orderId)} isBare>
        <OrderView order={order} />
      </Modal>
    </li>
  );
}

function lineOf({ name, quantity }: PastItem): string {
  return quantity > 1 ? `${name} × ${quantity}` : name;
}

function Picture({ order }: { order: PastOrder }) {
  const first = order.orderItems[0];
  return (
    <span className={styles["picture"]}>
      {first && <ProductPicture product={asPictured(first)} size={52} />}
    </span>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={account["form"]}>
      <Trouble>{HISTORY.failed}</Trouble>
      <div>
        <Button look="quiet" onClick={onRetry}>
          {ACCOUNT.retry}
        </Button>
      </div>
    </div>
  );
}

function Shapes() {
  return (
    <div className={styles["shapes"]}>
      <p className="sr-only" role="status">
        {HISTORY.loading}
      </p>
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
