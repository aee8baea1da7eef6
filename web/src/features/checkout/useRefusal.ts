/** Why the chosen method did not pay, as far as its provider has said. */
import { useQuery } from "@tanstack/react-query";
import { get, send } from "../../api/client";
import { useOrder } from "../../shop/cart/useCart";
import type { Checkout } from "../../shop/checkout/useCheckout";
import { SEND } from "./texts";

/** What is said of a refusal where one chooses how to pay; `null` where there is none, or another method is chosen (PY-28). */
export function useRefusal(outcome: Checkout["outcome"]): string | null {
  const chosen = useOrder(({ paymentMethod }) => paymentMethod);
  const refusal = outcome?.type === "not-paid" && outcome.method === chosen ? outcome : null;
  const { data } = useQuery({
    queryKey: ["payment-error-codes"],
    queryFn: ({ signal }) => send(get("/api/payments/error-codes"), { signal }),
    enabled: refusal !== null && refusal.errorCode !== null,
    // The table is the server's build's own.
    staleTime: Infinity,
  });
  if (refusal === null) return null;
  return data?.find(({ errorCode }) => errorCode === refusal.errorCode)?.message ?? SEND.tryOther;
}
