import { useQuery } from "@tanstack/react-query";
import { post, send } from "../../api/client";
import type { PricedCart, PricedLine } from "../../api/wire";
import { euros } from "../../lib/money";
import { cartBodyOf } from "../../shop/cart/body";
import { useOrder } from "../../shop/cart/useCart";
import styles from "./Checkout.module.css";
import { STEPS, SUMMARY } from "./texts";

type Explained = NonNullable<PricedLine["explanation"]>[number];

/** The server's own explanation of the price, asked for when somebody wants it. */
export function Why() {
  const body = cartBodyOf(useOrder((order) => order));
  const { data, isError } = useQuery({
    queryKey: ["explained", JSON.stringify(body)],
    queryFn: ({ signal }) =>
      body === null
        ? null
        : send(post("/api/pricing/pricing/customer/cart", { query: { explain: "1" }, body }), { signal }),
    placeholderData: (before) => before,
  });
  if (isError) return <p role="alert">{SUMMARY.whyFailed}</p>;
  if (!data) return null;
  return (
    <div className={styles["explained"]}>
      {partsOf(data).map(({ key, title, steps }) => (
        <section key={key} aria-label={title}>
          <h3>{title}</h3>
          <dl className={styles["rows"]}>
            {steps.map((step, index) => (
              // Steps of a price have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={index}>
                <dt>{wordsOf(step)}</dt>
                <dd className="whole">{euros(step.amount)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function partsOf({ orderItems, explanation }: PricedCart) {
  const lines = orderItems.map((line) => ({
    key: line.uuid,
    title: `${line.name} × ${line.quantity}`,
    steps: line.explanation ?? [],
  }));
  const rest = { key: "rest", title: SUMMARY.others, steps: explanation ?? [] };
  return [...lines, rest].filter(({ steps }) => steps.length > 0);
}

function wordsOf({ step, name, quantity }: Explained): string {
  const what = STEPS[step] ?? step;
  // Of a delivery it is the number of a zone.
  const named = name && step !== "delivery" ? `${what}: ${name}` : what;
  return quantity > 1 ? `${named} × ${quantity}` : named;
}
