import { lazy, Suspense, useEffect } from "react";
import { useParams, useSearchParams } from "react-router";
import { post, send } from "../../api/client";
import { arriving } from "../../lib/arriving";
import { isOver, showsCar } from "../../live/rules";
import { placedIsOver } from "../../shop/orders/placedOrders";
import { isRemembered } from "../../shop/orders/rememberHere";
import { useNow } from "../../ui/useNow";
import { ProblemView } from "./ProblemView";
import { RightsCard } from "./rights/RightsCard";
import { TrackingView } from "./TrackingView";
import { useOrderData } from "./useOrderData";
import { useSettled } from "./useSettled";
import { useWatch } from "../../order-status/useWatch";

/** For guests who have ordered here. */
const AccountOffer = lazy(() =>
  arriving(() => import("./AccountOffer")).then((module) => ({ default: module.AccountOffer })),
);

/** What the order brings to a member's card. */
const SlicesCard = lazy(() =>
  arriving(() => import("./slices/SlicesCard")).then((module) => ({ default: module.SlicesCard })),
);

/** How often the minutes are counted anew, and the seconds since a car on its way was seen. */
const COUNT_EVERY_MS = 5_000;
const COUNT_CAR_EVERY_MS = 1_000;

const reload = () => window.location.reload();

/** `/tilaus/{orderId}?orderKey=`: confirmation, status and tracking of an order (T-02); no sign-in. */
export function Component() {
  const { orderId = "" } = useParams();
  const [search] = useSearchParams();
  const orderKey = search.get("orderKey");
  if (orderKey) return <Watched key={orderId + orderKey} orderId={orderId} orderKey={orderKey} />;
  // Without its key an order is not shown to anybody; the link with the key is in the confirmation.
  return <ProblemView problem="no-key" orderId={orderId} onRetry={reload} onReload={reload} />;
}

function Watched({ orderId, orderKey }: { orderId: string; orderKey: string }) {
  const { state, retry, applyFeedback } = useWatch(orderId, orderKey);
  useSettled(orderId, state.order !== null);
  const isDone = state.order !== null && isOver(state.order);
  useEffect(() => {
    if (isDone) placedIsOver(orderId, isRemembered());
  }, [isDone, orderId]);
  const data = useOrderData(state.order, orderKey);
  const isOnItsWay = state.order !== null && showsCar(state.order.orderInfo.status);
  // What is counted was timed by the server; the reader's own clock may be minutes off.
  const now = useNow(isOnItsWay ? COUNT_CAR_EVERY_MS : COUNT_EVERY_MS) + state.clockOffset;
  const sendFeedback = async (rating: number, text: string) => {
    const feedback = await send(
      post("/api/commerce/v2/order-tracking/{orderId}/{orderKey}/feedback", {
        path: { orderId, orderKey },
        body: text === "" ? { rating } : { rating, text },
      }),
    );
    applyFeedback(feedback);
    return feedback;
  };
  const isEnded = state.problem === "expired" || isDone;
  return (
    <>
      <TrackingView
        orderId={orderId}
        state={state}
        data={data}
        slices={
          state.order && (
            <Suspense>
              <SlicesCard order={state.order} />
            </Suspense>
          )
        }
        now={now}
        sendFeedback={sendFeedback}
        onRetry={retry}
        onReload={reload}
      />
      {isEnded && <RightsCard orderId={orderId} orderKey={orderKey} />}
      {state.order !== null && (
        <Suspense>
          <AccountOffer orderId={orderId} />
        </Suspense>
      )}
    </>
  );
}
