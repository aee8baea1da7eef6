import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import type { CartMessage } from "../../api/wire";
import { euros } from "../../lib/money";
import { useCartBusy, useOrder } from "../../shop/cart/useCart";
import { trackingPath } from "../../shop/checkout/paths";
import type { Checkout } from "../../shop/checkout/useCheckout";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Note";
import styles from "./Checkout.module.css";
import { Fault } from "./Fault";
import { faultsIn, uuidIn } from "./faults";
import { wordsOf } from "./outcomeWords";
import { SEND, SUMMARY } from "./texts";

interface SubmitOrderProps {
  checkout: Checkout;
  /** What is missing, in words, once the order was to be sent. */
  missing: readonly string[];
  onSend: () => void;
}

/** The button that orders: it says the sum, and what stands in its way. */
export function SubmitOrder({ checkout, missing, onSend }: SubmitOrderProps) {
  const order = useOrder((whole) => whole);
  const { priced, isPriced, paymentMethod } = order;
  const hasRestaurant = order.method !== null;
  const faults = faultsIn(order);
  const isBusy = useCartBusy();
  const isPending = hasRestaurant && (!isPriced || (isBusy && !checkout.isSending));
  const obstacle = hasRestaurant ? obstacleIn(faults) : null;
  const isReady = hasRestaurant && isPriced && priced !== null && faults.length === 0;
  return (
    <div className={styles["submitOrder"]}>
      <Trouble checkout={checkout} />
      {obstacle !== null && (
        <p>
          <Fault>{obstacle}</Fault>
        </p>
      )}
      {missing.length > 0 && (
        <p role="alert">
          <Fault>{SEND.missing(missing)}</Fault>
        </p>
      )}
      <Button
        onClick={isReady && !isPending ? onSend : undefined}
        aria-disabled={!isReady || isPending}
        isBusy={checkout.isSending}
      >
        {labelOf(priced?.payable ?? null, isPending, paymentMethod)}
      </Button>
      <p role="status" className="sr-only">
        {checkout.isSending ? SEND.sending : ""}
      </p>
    </div>
  );
}

/** Whether nothing is paid here and now. */
const AT_THE_COUNTER = new Set(["onsite", "cod"]);

function labelOf(payable: number | null, isPending: boolean, method: string | null): string {
  if (isPending) return SUMMARY.pending;
  if (payable === null) return SEND.missing([SEND.restaurant]);
  return AT_THE_COUNTER.has(method ?? "") || payable === 0
    ? SEND.order(euros(payable))
    : SEND.pay(euros(payable));
}

/** What the server finds wrong with the whole; of lines it is said where they stand. */
function obstacleIn(faults: readonly CartMessage[]): string | null {
  const whole = faults.find((message) => uuidIn(message) === null);
  return whole?.message ?? (faults.length > 0 ? SEND.invalid : null);
}

function Trouble({ checkout: { outcome } }: { checkout: Checkout }) {
  const words = outcome && wordsOf(outcome);
  if (!words) return <div role="alert" />;
  const order = outcome.type === "received" || outcome.type === "received-earlier" ? outcome.order : null;
  return (
    <div role="alert">
      <Note
        tone={order ? "calm" : "bad"}
        icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}
      >
        <p>{words.text}</p>
        {words.more !== null && <p>{words.more}</p>}
        {order && <Link to={trackingPath(order.orderId, order.orderKey)}>{SEND.follow}</Link>}
      </Note>
    </div>
  );
}
