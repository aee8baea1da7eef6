import {
  Banknote,
  CalendarClock,
  CreditCard,
  Gift,
  Landmark,
  Smartphone,
  UtensilsCrossed,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PaymentMethod } from "../../api/wire";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { changeGiftCard, GIFT_CARD, useGiftCard } from "../../shop/checkout/giftCard";
import { type MethodGroup, offeredGroups } from "../../shop/checkout/methods";
import { METHODS_MODAL } from "../../shop/checkout/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/choice/Checkbox";
import { type CardOption, RadioCards } from "../../ui/choice/RadioCards";
import { RadioChips } from "../../ui/choice/RadioChips";
import { TextField } from "../../ui/TextField";
import { Remember } from "./Remember";
import { Bank, hasSign } from "./Bank";
import styles from "./Checkout.module.css";
import { Fault } from "./Fault";
import { HINDRANCES, METHODS } from "./texts";
import type { Methods } from "./useMethods";

const ICONS: Record<MethodGroup, typeof CreditCard> = {
  creditCard: CreditCard,
  mobile: Smartphone,
  bank: Landmark,
  payLater: CalendarClock,
  lunchBenefit: UtensilsCrossed,
  giftCard: Gift,
  others: Banknote,
};
/** PY-07: these say more before one goes on, as does a method with which one pays later (PY-15). */
const DETAILS: Record<string, string> = {
  onsite: METHODS.onsite,
  edenred: METHODS.edenred,
};

interface MethodsCardProps {
  methods: Methods;
  /** What is missing once the order was to be sent, or why the chosen method did not pay; in words. */
  error: string | null;
}

/** How to pay: all that the restaurant takes, and of what cannot be chosen, why (CA-09). */
export function MethodsCard({ methods: { methods, context, isFailed, retry }, error }: MethodsCardProps) {
  const { method, option, hasRestaurant } = useOrder((order) => ({
    method: order.paymentMethod,
    option: order.paymentOption,
    hasRestaurant: order.method !== null,
  }));
  const choose = (chosen: string, issuer: string | null = null) =>
    void dispatch({ type: "setPaymentMethod", method: chosen, option: issuer });
  const groups = methods === null ? [] : offeredGroups(methods, context);
  const options = groups.flatMap(({ group, methods: offered }) =>
    offered.map((one): CardOption<string> => {
      const Icon = ICONS[group];
      return {
        value: one.method.id,
        label: one.method.name,
        icon: <Icon size={22} strokeWidth={1.75} aria-hidden="true" />,
        ...(one.hindrance !== null && {
          reason:
            one.hindrance === "log-in" ? (
              <Link to={SIGN_IN_PATH}>{HINDRANCES["log-in"]}</Link>
            ) : (
              HINDRANCES[one.hindrance]
            ),
        }),
      };
    }),
  );
  const canSplit = methods?.some(({ id }) => id === GIFT_CARD) ?? false;
  return (
    <Card title={METHODS.title}>
      <div id={METHODS_MODAL} className={styles["methods"]} tabIndex={-1}>
        {!hasRestaurant && <p className="quiet">{METHODS.restaurantFirst}</p>}
        {hasRestaurant && methods === null && <Unknown isFailed={isFailed} retry={retry} />}
        {methods !== null && (
          <RadioCards
            legend={METHODS.title}
            options={options}
            value={method}
            onChange={(chosen) => choose(chosen)}
            errorId={error === null ? undefined : "maksutapa-virhe"}
            under={detailsOf(methods, option, choose)}
          />
        )}
        {method !== null && <Remember method={method} option={option} />}
        {canSplit && method !== GIFT_CARD && <PartByCard />}
        <p id="maksutapa-virhe" className={styles["said"]}>
          {error !== null && <Fault>{error}</Fault>}
        </p>
      </div>
    </Card>
  );
}

function Unknown({ isFailed, retry }: { isFailed: boolean; retry: () => void }): ReactNode {
  return (
    <>
      {isFailed ? (
        <>
          <p role="alert">{METHODS.failed}</p>
          <Button look="quiet" onClick={retry}>
            {METHODS.retry}
          </Button>
        </>
      ) : (
        <div className={styles["shapes"]} role="status" aria-label={METHODS.loading}>
          <i />
          <i />
          <i />
        </div>
      )}
    </>
  );
}

function detailsOf(
  methods: readonly PaymentMethod[],
  issuer: string | null,
  choose: (id: string, issuer: string) => void,
) {
  const named = (id: string) => methods.find((one) => one.id === id);
  return (id: string) => <Details method={named(id)} issuer={issuer} onIssuer={(bank) => choose(id, bank)} />;
}

/** What a chosen method asks or says before one goes on. */
function Details({
  method,
  issuer,
  onIssuer,
}: {
  method: PaymentMethod | undefined;
  issuer: string | null;
  onIssuer: (issuer: string) => void;
}) {
  if (!method) return null;
  const text = method.paymentDays ? METHODS.klarna(method.paymentDays) : DETAILS[method.id];
  return (
    <div className={styles["details"]}>
      {text !== undefined && <p>{text}</p>}
      {method.issuers.length > 0 && (
        <RadioChips
          legend={METHODS.bank}
          isGrid
          options={method.issuers
            .filter(hasSign)
            .map((bank) => ({ value: bank.id, label: <Bank bank={bank} /> }))}
          value={issuer}
          onChange={onIssuer}
        />
      )}
      {method.id === GIFT_CARD && <CardFields />}
    </div>
  );
}

/** A gift card may pay for a part; what cannot stand beside it is said before one chooses (PY-12, PY-14). */
function PartByCard() {
  const { isUsed } = useGiftCard();
  return (
    <>
      <Checkbox
        label={METHODS.part}
        isChecked={isUsed}
        onChange={(used) => changeGiftCard({ isUsed: used })}
      />
      {isUsed && <CardFields />}
    </>
  );
}

function CardFields() {
  const { card } = useGiftCard();
  return (
    <div className={styles["cardFields"]}>
      <TextField
        label={METHODS.cardNumber}
        value={card.number}
        onChange={(number) => changeGiftCard({ card: { ...card, number } })}
        inputMode="numeric"
        autoComplete="off"
        error={null}
      />
      <TextField
        label={METHODS.cardPin}
        value={card.pin}
        onChange={(pin) => changeGiftCard({ card: { ...card, pin } })}
        inputMode="numeric"
        autoComplete="off"
        error={null}
      />
    </div>
  );
}
