import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FoundCustomer, FoundCustomers, PastOrder, UserAddress } from "../../api/wire";
import { fullDate } from "../../lib/helsinki";
import { euros } from "../../lib/money";
import { DRAFTS } from "../../order-setup/keptDraft";
import { ORDER_SETUP_MODAL } from "../../order-setup/modalName";
import { dispatch } from "../../shop/cart/useCart";
import { asAddress, doorOf } from "../../shop/addresses/saved";
import { beginCall, bringTo } from "../../shop/onBehalf/onBehalf";
import { itemsToHave } from "../../shop/history/history";
import { addAgain } from "../../shop/reorder/addAgain";
import { Button } from "../../ui/Button";
import { useModal } from "../../ui/modal/useModal";
import styles from "./CallerBar.module.css";
import { CALLER } from "./texts";

interface FoundViewProps {
  /** The number that was looked for. */
  phone: string;
  found: FoundCustomers;
  /** The reference of who is ordered for; `""` a guest, `null` while nobody is chosen. */
  chosen: string | null;
}

/** Who has the number: one is chosen, then what they have stands beside the cart. */
export function FoundView({ phone, found, chosen: reference }: FoundViewProps) {
  const { customers, guestOrders, tooMany = false } = found;
  const chosen = customers.find(({ customerRef }) => customerRef === reference);
  if (reference !== null) {
    return (
      <div className={styles["found"]}>
        {chosen && <Addresses addresses={chosen.addresses} />}
        <Orders orders={chosen ? chosen.lastOrders : guestOrders} />
      </div>
    );
  }
  return (
    <div className={styles["choices"]}>
      <p role="status">{tooMany ? CALLER.tooMany : CALLER.count(customers.length)}</p>
      <ul>
        {customers.map((customer) => (
          <li key={customer.customerRef}>
            <Choice phone={phone} customer={customer} />
          </li>
        ))}
        <li>
          <Button look="line" onClick={() => begin(phone, null)}>
            {CALLER.asGuest}
          </Button>
        </li>
      </ul>
    </div>
  );
}

function Choice({ phone, customer }: { phone: string; customer: FoundCustomer }) {
  const [home] = customer.addresses;
  return (
    <Button look="line" onClick={() => begin(phone, customer)}>
      <span className={styles["choice"]}>
        <b>{customer.name}</b>
        <span>
          {[home && `${doorOf(home)}, ${home.city}`, customer.subscribedToLoyalty && CALLER.member]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
    </Button>
  );
}

/** The order is theirs from here on; who is asked for their name need not spell it. */
function begin(phone: string, customer: FoundCustomer | null) {
  beginCall(phone, customer && { customerRef: customer.customerRef, name: customer.name });
  void dispatch({ type: "setContact", contact: { name: customer?.name ?? "", phone, email: "" } }, true);
}

/** Their saved doors: one is taken into the set-up, which finds the restaurant. */
function Addresses({ addresses }: { addresses: readonly UserAddress[] }) {
  const { open } = useModal(ORDER_SETUP_MODAL);
  const take = (address: UserAddress) => {
    DRAFTS.clear();
    bringTo(asAddress(address));
    open();
  };
  return (
    <section className={styles["part"]} aria-label={CALLER.addresses}>
      <h2>{CALLER.addresses}</h2>
      {addresses.length === 0 && <p className="quiet">{CALLER.noAddresses}</p>}
      <ul>
        {addresses.map((address) => (
          <li key={address.addressId}>
            <div>
              <b>{doorOf(address)}</b>
              <span className="quiet">
                {address.zipCode} {address.city}
              </span>
            </div>
            {asAddress(address) !== null && (
              <Button
                look="quiet"
                onClick={() => take(address)}
                aria-label={CALLER.bringToDoor(doorOf(address))}
              >
                {CALLER.bring}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Their last orders: what is still sold goes into the cart again. */
function Orders({ orders }: { orders: readonly PastOrder[] }) {
  return (
    <section className={styles["part"]} aria-label={CALLER.orders}>
      <h2>{CALLER.orders}</h2>
      {orders.length === 0 && <p className="quiet">{CALLER.noOrders}</p>}
      <ul>
        {orders.map((order) => (
          <Earlier key={order.orderId} order={order} />
        ))}
      </ul>
    </section>
  );
}

function Earlier({ order }: { order: PastOrder }) {
  const cache = useQueryClient();
  const [state, setState] = useState<"idle" | "busy" | "done">("idle");
  const again = () => {
    setState("busy");
    // What kept a line from the cart is told over every page.
    void addAgain(cache, null, itemsToHave(order)).then((added) =>
      setState(added === "none" ? "idle" : "done"),
    );
  };
  const date = fullDate(Date.parse(order.orderPlacedAt));
  const { contactDetails } = order;
  return (
    <li>
      <div>
        <b>
          {date}, {order.restaurantName}, <span className="whole">{euros(order.grandTotal)}</span>
        </b>
        <span>{order.orderItems.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}</span>
        {order.orderType === "delivery" && contactDetails !== null && (
          <span className="quiet">
            {doorOf(contactDetails)}, {contactDetails.city}
          </span>
        )}
        <span role="status" className={styles["said"]}>
          {state === "done" ? CALLER.added : ""}
        </span>
      </div>
      {itemsToHave(order).length > 0 && (
        <Button look="quiet" isBusy={state === "busy"} aria-label={CALLER.againOf(date)} onClick={again}>
          {CALLER.again}
        </Button>
      )}
    </li>
  );
}
