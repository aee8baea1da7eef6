import { queryOptions, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "react-router";
import { get, send } from "../../api/client";
import { dayTimeOf } from "../../lib/helsinki";
import { trackingPath } from "../../shop/checkout/paths";
import { endCall, type PlacedCall } from "../../shop/onBehalf/onBehalf";
import { Button } from "../../ui/Button";
import styles from "./CallerBar.module.css";
import { CALLER } from "./texts";

/** The order that was placed, while its customer is still on the line: its number, what is promised, and their page (CC-07). */
export function Placed({ placed }: { placed: PlacedCall }) {
  const { data, dataUpdatedAt } = useQuery(placedOrderQuery(placed));
  const promise = data?.promisedAt;
  return (
    <div className={styles["who"]}>
      <Check size={20} strokeWidth={1.75} aria-hidden="true" />
      <p role="status">
        {CALLER.placed(placed.orderId)}
        {typeof promise === "string" && (
          <> {CALLER.promised(dayTimeOf(Date.parse(promise), dataUpdatedAt))}</>
        )}
      </p>
      <Link to={trackingPath(placed.orderId, placed.orderKey)} className={styles["link"]}>
        {CALLER.follow}
      </Link>
      <Button look="quiet" onClick={() => endCall()}>
        {CALLER.next}
      </Button>
    </div>
  );
}

/** The order as its customer may know it: what is promised is said on the telephone. */
function placedOrderQuery({ orderId, orderKey }: PlacedCall) {
  return queryOptions({
    queryKey: ["placed-call", orderId],
    queryFn: ({ signal }) =>
      send(get("/api/commerce/v2/order-tracking/{orderId}/{orderKey}", { path: { orderId, orderKey } }), {
        signal,
      }),
  });
}
