import { skipToken, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { tellPageError } from "../../../analytics/pageErrors";
import { send } from "../../../api/client";
import { countTrackingSlices, type TrackingSlicesBody } from "../../../api/loyalty";
import type { OrderTracking } from "../../../api/wire";
import { SlicesPlate } from "../../../art/prizes/SlicesPlate";
import { BIRTH_DATE_PATH, LOYALTY_PATH, MEMBER_PATH } from "../../../session/signInPath";
import { useMembership } from "../../../shop/caller";
import { WHOLE } from "../../../shop/loyalty/card";
import { Card } from "../../../ui/Card";
import styles from "./SlicesCard.module.css";
import { SLICES } from "./texts";

/** So many lie on it where nobody has counted. */
const SHOWN = 3;

type Order = Pick<OrderTracking, "orderId" | "loyalty" | "orderItems" | "payment">;

/** What an order brings to a member's card, or would bring to one (T-19, T-61). */
export function SlicesCard({ order }: { order: Order }) {
  const membership = useMembership();
  const { loyaltyDetailsStatus: status, slicesAdded } = order.loyalty;
  const isOfMember = status === "Ready";
  const counted = useCounted(order, status === "NotMember");
  if (status === "NoSlices") return null;
  const slices = isOfMember ? slicesAdded : counted;
  const words = isOfMember
    ? SLICES.brings(slicesAdded)
    : slices > 0
      ? SLICES.wouldBring(slices)
      : SLICES.invitation;
  const isHere = membership === "member";
  const shown = Math.min(WHOLE, slices);
  return (
    <Card title={SLICES.title}>
      <div className={styles["slices"]}>
        <SlicesPlate
          slices={shown > 0 ? shown : SHOWN}
          marks={[]}
          label={shown > 0 ? SLICES.plate(shown) : null}
          className={styles["plate"]}
        />
        <div className={styles["words"]}>
          <p>{words}</p>
          {isOfMember && isHere && (
            <Link to={MEMBER_PATH} className={styles["link"]}>
              {SLICES.look}
            </Link>
          )}
          {!isOfMember && !isHere && membership !== "staff" && (
            <Link
              to={membership === "registered" ? BIRTH_DATE_PATH : LOYALTY_PATH}
              className={styles["link"]}
            >
              {membership === "registered" ? SLICES.join : SLICES.more}
            </Link>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The slices that the server counts, asked for once, where it is known how the order was paid. */
function useCounted({ orderId, orderItems, payment }: Order, isDue: boolean): number {
  const { paymentMethod, discountDetails } = payment;
  const paymentDetails = { paymentMethod, discountDetails };
  const body: TrackingSlicesBody = {
    orderItems: orderItems.flatMap(({ productCategoryId, sizeId, productId, quantity }) =>
      productCategoryId && sizeId && productId
        ? [{ partNumber: `${productCategoryId}_${sizeId}_${productId}`, quantity }]
        : [],
    ),
    paymentDetails,
  };
  const isAsked = isDue && paymentMethod !== null && body.orderItems.length > 0;
  const { data } = useQuery({
    queryKey: ["tracking-slices", orderId],
    queryFn: isAsked
      ? async ({ signal }) => {
          try {
            return await send(countTrackingSlices(body), { signal });
          } catch (error) {
            if (!signal.aborted) tellPageError("FRONTEND_TRACKING_SLICES_ERROR", error);
            throw error;
          }
        }
      : skipToken,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return data?.slices ?? 0;
}
