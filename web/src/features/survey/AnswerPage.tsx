import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router";
import { ApiError, get, post, send } from "../../api/client";
import type { OrderTracking } from "../../api/wire";
import { FeedbackCard } from "../../order-status/feedback/FeedbackCard";
import { useShop } from "../../shop/catalog/useCatalog";
import { placedOrders } from "../../shop/orders/placedOrders";
import { TextPage } from "../../ui/TextPage";
import { useNow } from "../../ui/useNow";
import { usePageTitle } from "../../ui/usePageTitle";
import type { AnswerState } from "./leadTo";
import { ANSWER, SURVEY } from "./texts";
import { ToContact } from "./ToContact";
import { Trouble } from "./Trouble";

/** Feedback can be changed for a day: a minute more or less is none. */
const COUNT_EVERY_MS = 60_000;

/** `/kysely/vastaa`: our own survey. Of an order it takes the feedback; a restaurant is told directly. */
export function Component() {
  usePageTitle(ANSWER.title);
  const [search] = useSearchParams();
  const location = useLocation();
  const [orderId, restaurantId] = [search.get("orderId"), search.get("restaurantId")];
  if (orderId !== null) {
    const { orderKey = keyKeptHere(orderId) } = (location.state ?? {}) as AnswerState;
    // The address names no key: whoever comes without the link has none.
    if (orderKey === undefined) return <Trouble text={ANSWER.noKey} action={<ToContact />} />;
    return <OfOrder key={orderId + orderKey} orderId={orderId} orderKey={orderKey} />;
  }
  return <OfRestaurant restaurantId={restaurantId} />;
}

function keyKeptHere(orderId: string): string | undefined {
  return placedOrders().find((order) => order.orderId === orderId)?.orderKey;
}

function OfOrder({ orderId, orderKey }: { orderId: string; orderKey: string }) {
  const cache = useQueryClient();
  const now = useNow(COUNT_EVERY_MS);
  const queryKey = ["survey", orderId, orderKey];
  const path = { orderId, orderKey };
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      send(get("/api/commerce/v2/order-tracking/{orderId}/{orderKey}", { path }), { signal }),
    retry: false,
  });
  if (data) {
    const give = async (rating: number, text: string) => {
      const body = text === "" ? { rating } : { rating, text };
      const call = post("/api/commerce/v2/order-tracking/{orderId}/{orderKey}/feedback", { path, body });
      const feedback = await send(call);
      cache.setQueryData(queryKey, (order: OrderTracking | undefined) => order && { ...order, feedback });
      return feedback;
    };
    return (
      <TextPage title={ANSWER.title} lead={ANSWER.order(orderId)}>
        <FeedbackCard order={{ ...data, car: null }} now={now} send={give} />
      </TextPage>
    );
  }
  if (error === null) {
    return (
      <TextPage title={ANSWER.title}>
        <p role="status">{ANSWER.loading}</p>
      </TextPage>
    );
  }
  const code = error instanceof ApiError ? error.code : null;
  if (code === "order/not-found") return <Trouble text={SURVEY.notFound} action={<ToContact />} />;
  if (code === "order/expired") return <Trouble text={ANSWER.expired} action={<ToContact />} />;
  return <Trouble text={ANSWER.failed} onRetry={() => void refetch()} />;
}

/** Where a restaurant is told: there is no call that would carry it. */
function OfRestaurant({ restaurantId }: { restaurantId: string | null }) {
  const { data: shop } = useShop(restaurantId);
  return (
    <TextPage title={ANSWER.title} lead={shop?.displayName ?? ""}>
      <p>{ANSWER.restaurant}</p>
      {shop && shop.phone !== "" && (
        <p>
          <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{ANSWER.call(shop.phone)}</a>
        </p>
      )}
      <ToContact />
    </TextPage>
  );
}
