import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { DoorEvening } from "../../art/scenes/DoorEvening";
import { isSomebodyExpected } from "../../session/session";
import { sessionQuery } from "../../session/userSession";
import { shopperOf } from "../../shop/caller";
import { CART_PATH, trackingPath } from "../../shop/checkout/paths";
import { returnedIn, type Returned } from "../../shop/checkout/result";
import { type Checked, checkReturned } from "../../shop/checkout/checkReturned";
import { report } from "../../shop/errors/problems";
import { finishCall } from "../../shop/onBehalf/finishCall";
import { ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../../ui/Hero";
import { usePageTitle } from "../../ui/usePageTitle";
import { RESULT } from "./texts";

/** From here on it is said that it takes its time. */
const SLOW_AFTER_MS = 10_000;
/** As banners are shown (ER-17, ER-18). */
const BANNER = 1;

/** `/tilaus/tulos`: asks the server what became of the payment, and leads on (CK-06 to CK-14). */
export function Component() {
  usePageTitle(RESULT.title);
  const [search] = useSearchParams();
  const returned = returnedIn(search);
  if (returned) return <Checking returned={returned} />;
  return search.has("orderid") ? <Late /> : <Navigate to={CART_PATH} replace />;
}

/** Whoever comes back long after is told no key: it stands in their confirmation. */
function Late() {
  return (
    <Hero tone="ilta" scene={<DoorEvening />}>
      <HeroTitle size="outcome">{RESULT.lateTitle}</HeroTitle>
      <HeroText>{RESULT.late}</HeroText>
      <HeroActions>
        <ButtonLink to="/">{RESULT.home}</ButtonLink>
      </HeroActions>
    </Hero>
  );
}

function Checking({ returned }: { returned: Returned }) {
  const navigate = useNavigate();
  const isSlow = useSlow();
  const { orderId, orderKey } = returned;
  const [isUnknown, setUnknown] = useState(false);
  const cache = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    const lead = ([checked, isStaff]: [Checked, boolean]) => {
      if (end.signal.aborted) return;
      if (checked.type === "unknown") return setUnknown(true);
      if (checked.type === "received" || checked.type === "pending") {
        if (isStaff)
          return void finishCall({ orderId, orderKey }).then(() => navigate("/", { replace: true }));
        return void navigate(trackingPath(orderId, orderKey), { replace: true });
      }
      void Promise.resolve(navigate(CART_PATH, { replace: true })).then(() => tell(checked));
    };
    // Where it cannot be asked who this is, they are a customer.
    const isStaffs = isSomebodyExpected()
      ? cache.ensureQueryData(sessionQuery).then(
          ({ user }) => shopperOf(user).isStaff,
          () => false,
        )
      : Promise.resolve(false);
    void Promise.all([checkReturned({ orderId, orderKey }, end.signal), isStaffs]).then(lead);
    return () => end.abort();
  }, [orderId, orderKey, navigate, cache]);
  return (
    <Hero tone="ilta" scene={<DoorEvening />}>
      <HeroTitle size="outcome">{RESULT.title}</HeroTitle>
      <div role="status">{(isSlow || isUnknown) && <HeroText>{RESULT.slow}</HeroText>}</div>
      {(isSlow || isUnknown) && (
        <HeroActions>
          <ButtonLink to={trackingPath(orderId, orderKey)}>{RESULT.follow}</ButtonLink>
        </HeroActions>
      )}
    </Hero>
  );
}

/** Said on the cart's page, where everything is as it was. */
function tell(checked: Checked & { type: "cancelled" | "failed" }): void {
  const isCancelled = checked.type === "cancelled";
  report({
    messageCode: isCancelled ? "payment-cancelled" : "payment-error",
    message: isCancelled ? RESULT.cancelled : RESULT.failed,
    displayKind: BANNER,
    metadata: {
      errorUrl: CART_PATH,
      description: isCancelled ? RESULT.cancelledNext : (checked.message ?? RESULT.failedNext),
    },
  });
}

function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
