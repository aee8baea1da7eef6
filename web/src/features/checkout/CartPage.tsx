import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { track } from "../../analytics/track";
import { useShopper } from "../../shop/caller";
import { currentOrder, useOrder } from "../../shop/cart/useCart";
import { itemsOf } from "../../shop/cart/tell";
import { useShop } from "../../shop/catalog/useCatalog";
import type { Outcome } from "../../shop/checkout/place";
import { METHODS_MODAL, trackingPath } from "../../shop/checkout/paths";
import { finishCall } from "../../shop/onBehalf/finishCall";
import { useKnownContact } from "../../shop/checkout/knownContact";
import { useCheckout } from "../../shop/checkout/useCheckout";
import { Card } from "../../ui/Card";
import { HeaderAside } from "../../ui/HeaderAside";
import { fragmentsOf } from "../../ui/modal/hash";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Checkout.module.css";
import { Codes } from "./Codes";
import { ContactCard } from "./ContactCard";
import { EditModal } from "./EditModal";
import { EmptyCart } from "./EmptyCart";
import { Extras } from "./Extras";
import { Lines } from "./Lines";
import { MethodsCard } from "./MethodsCard";
import { Summary } from "./Summary";
import { LAW, PAGE, SUMMARY } from "./texts";
import { SubmitOrder } from "./SubmitOrder";
import { useContactForm } from "./useContactForm";
import { useMethods } from "./useMethods";
import { useMissing } from "./useMissing";
import { useReceived } from "./useReceived";
import { useRefusal } from "./useRefusal";
import { Where } from "./Where";
import { arriving } from "../../lib/arriving";

/** Asked for by `/ostoskori?kehitys` alone. */
const DemoTools = lazy(() => arriving(() => import("./DemoTools")));

/** `/ostoskori`: where, what, who, how to pay and what it costs, on one page (CA-01). */
export function Component() {
  usePageTitle(PAGE.title);
  useReceived();
  const isEmpty = useOrder(({ items }) => items.length === 0);
  const [query] = useSearchParams();
  return (
    <>
      <HeaderAside>
        <Link className={styles["toShop"]} to="/menu">
          {PAGE.toShop}
        </Link>
      </HeaderAside>
      <h1 className={styles["title"]}>{PAGE.title}</h1>
      {isEmpty ? <EmptyCart /> : <Filled />}
      {query.has("kehitys") && (
        <Suspense>
          <DemoTools />
        </Suspense>
      )}
    </>
  );
}

function Filled() {
  const navigate = useNavigate();
  const { isStaff } = useShopper();
  const page = useRef<HTMLDivElement>(null);
  const shopId = useOrder(({ method }) => method?.restaurantId ?? null);
  const { data: shop, refetch } = useShop(shopId);
  useKnownContact();
  const contact = useContactForm();
  const methods = useMethods();
  const missing = useMissing();
  const [isAsked, setAsked] = useState(false);
  const checkout = useCheckout(shop?.shopExternalId ?? null, (outcome: Outcome) => {
    if (outcome.type === "redirect") window.location.assign(outcome.url);
    // Where nothing else is in the cart, nothing could be said there.
    const isAll = outcome.type === "received-earlier" && currentOrder().items.length === 0;
    if (outcome.type !== "received" && !isAll) return;
    const { orderId, orderKey } = outcome.order;
    // The call centre goes on with the next one who calls.
    if (isStaff) void finishCall(outcome.order).then(() => navigate("/"));
    else void navigate(trackingPath(orderId, orderKey));
  });
  const refusal = useRefusal(checkout.outcome);
  useEffect(() => track({ event: "view_cart", ...cartNow() }), []);
  useMethodsInView();

  async function send() {
    setAsked(true);
    track({ event: "begin_checkout", ...cartNow() });
    const faults = await contact.check();
    if (!shop) void refetch();
    if (missing.of(faults).length === 0) return await checkout.submit();
    // Once the page says what is wrong, focus goes to the first of it.
    requestAnimationFrame(() => focusFirstFault(page.current));
  }

  return (
    <div ref={page} className={styles["columns"]}>
      <EditModal />
      <div className={styles["column"]}>
        <Where />
        <Lines />
        <Extras />
        <ContactCard form={contact} />
      </div>
      <div className={styles["column"]}>
        <MethodsCard methods={methods} error={(isAsked ? missing.method : null) ?? refusal} />
        <Card title={SUMMARY.title}>
          <Codes />
          <Summary />
          <p className="quiet small">
            {LAW.before} <Link to="/ehdot/kayttoehdot">{LAW.terms}</Link> {LAW.and}{" "}
            <Link to="/tietosuoja">{LAW.privacy}</Link>.
          </p>
          <SubmitOrder
            checkout={checkout}
            missing={isAsked ? missing.of(contact.faults) : []}
            onSend={() => void send()}
          />
        </Card>
      </div>
    </div>
  );
}

/** What is in the cart, for whoever counts. */
function cartNow() {
  const { items, priced } = currentOrder();
  return { value: priced?.pricingDetails.grandTotal ?? null, items: itemsOf(items) };
}

function focusFirstFault(page: HTMLElement | null): void {
  const field = page?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const method = page?.querySelector<HTMLElement>(`#${METHODS_MODAL} input`);
  (field ?? method)?.focus();
}

/** The methods' fragment brings them into view (CA-01). */
function useMethodsInView() {
  const { hash } = useLocation();
  const isAsked = fragmentsOf(hash).includes(METHODS_MODAL);
  useEffect(() => {
    if (!isAsked) return;
    const methods = document.getElementById(METHODS_MODAL);
    methods?.scrollIntoView({ block: "start" });
    methods?.focus({ preventScroll: true });
  }, [isAsked]);
}
