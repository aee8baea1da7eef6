import { useQuery } from "@tanstack/react-query";
import { Check, Lock, TriangleAlert, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { PrizePicture } from "../../art/prizes/PrizePicture";
import { euros } from "../../lib/money";
import { cardStateOf } from "../../products/card/cardState";
import { ProductImage } from "../../products/picture/ProductImage";
import { productPath } from "../../products/productPath";
import { BIRTH_DATE_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { useSoldOutIds } from "../../shop/availability/useSoldOutIds";
import { useMembership } from "../../shop/caller";
import type { Place } from "../../shop/catalog/keys";
import { Busy } from "../../ui/Busy";
import { Button } from "../../ui/Button";
import { CopyButton } from "../../ui/CopyButton";
import { Ticket } from "../../ui/Ticket";
import styles from "./Coupons.module.css";
import type { CouponView } from "./couponView";
import type { CouponTime } from "./couponTime";
import { couponPriceQuery } from "./price";
import { COUPON, LATER } from "./texts";
import { type CouponHandle, type MenuState, useCoupon } from "./useCoupon";

/** So long the tooltip stays (CP-10). */
const COPIED_MS = 1_000;
const SIGN = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface CouponCardProps {
  view: CouponView;
  time: CouponTime;
  /** Where and for when its price is asked. */
  place: Place;
  menu: MenuState;
}

/** A coupon: what it is of and costs, and below the perforation one state of it (CP-08 to CP-10). */
export function CouponCard({ view, time, place, menu }: CouponCardProps) {
  const { coupon, name, detail, product, item, comboPrice } = view;
  const { data: price } = useQuery(couponPriceQuery(place, coupon.code, coupon.active ? item : null));
  const shown = price ?? comboPrice;
  return (
    <Ticket
      picture={<Picture view={view} />}
      title={name}
      level={2}
      detail={detail === "" ? undefined : detail}
      fact={shown === null ? undefined : <b className={`whole ${styles["price"]}`}>{euros(shown)}</b>}
      isOver={!coupon.active}
    >
      <Foot view={view} time={time} isSoldOut={useIsSoldOut(product)} menu={menu} />
    </Ticket>
  );
}

function useIsSoldOut(product: CouponView["product"]): boolean {
  const soldOutIds = useSoldOutIds();
  return product !== null && cardStateOf(product, soldOutIds).kind === "soldOut";
}

function Picture({ view: { coupon, product } }: { view: CouponView }) {
  const file = coupon.image?.filename ?? "";
  if (file !== "") return <img className={styles["file"]} src={file} alt="" loading="lazy" />;
  return product ? (
    <ProductImage product={product} size={150} />
  ) : (
    <PrizePicture type="discount" size={110} />
  );
}

interface FootProps {
  view: CouponView;
  time: CouponTime;
  isSoldOut: boolean;
  menu: MenuState;
}

/** One state alone. */
function Foot({ view, time, isSoldOut, menu }: FootProps) {
  const { coupon, name, item, isMissing } = view;
  const membership = useMembership();
  const handle = useCoupon(coupon, isSoldOut ? null : item, menu);
  if (!coupon.active) return <Note>{COUPON.over}</Note>;
  const isGuest = membership === "guest";
  const isForOthers = isGuest ? coupon.requireLogin : coupon.is_loyalty && membership === "registered";
  if (isForOthers && handle.step === "unused") {
    return <Locked isOfMembers={coupon.is_loyalty} isGuest={isGuest} />;
  }
  if (!coupon.usable) {
    return (
      <>
        <code className={styles["code"]}>{coupon.promotionCode.toUpperCase()}</code>
        <CopyButton code={coupon.promotionCode} saysFor={COPIED_MS} />
      </>
    );
  }
  if (handle.step === "unused" && time !== "now") return <Note>{LATER[time]}</Note>;
  if (handle.step === "unused" && isMissing) return <Note>{COUPON.missing}</Note>;
  if (handle.step === "unused" && isSoldOut) return <Note>{COUPON.soldOut}</Note>;
  if (coupon.isCombo) {
    return (
      <Link
        to={productPath(coupon.comboSlug ?? "")}
        className={styles["use"]}
        aria-label={COUPON.toUse(name)}
      >
        {COUPON.use}
      </Link>
    );
  }
  return <Press handle={handle} name={name} />;
}

/** Uses it, says so, takes it away; or says why it was refused. The focus stays in it. */
function Press({ handle, name }: { handle: CouponHandle; name: string }) {
  const { step, fault, lack } = handle;
  const isHeld = step === "added" || step === "held";
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place, step);
  return (
    <div ref={place} className={styles["press"]}>
      <p role="status" className={!isHeld ? "sr-only" : styles[lack === null ? "added" : "lack"]}>
        {step === "busy" && COUPON.busy}
        {isHeld && lack}
        {isHeld && lack === null && (
          <>
            <Check {...SIGN} />
            {COUPON.added}
          </>
        )}
        {step === "unused" && handle.wasRemoved && COUPON.removed}
      </p>
      <p role="alert" className={styles["fault"]}>
        {fault !== null && (
          <>
            <TriangleAlert {...SIGN} />
            <span>{fault}</span>
          </>
        )}
      </p>
      {step === "unused" && (
        <button
          type="button"
          className={styles["use"]}
          aria-label={COUPON.toUse(name)}
          onClick={() => handle.use()}
        >
          {COUPON.use}
        </button>
      )}
      {step === "busy" && (
        <span className={styles["use"]}>
          <Busy />
        </span>
      )}
      {step === "held" && (
        <Button look="quiet" aria-label={COUPON.toRemove(name)} onClick={() => handle.remove()}>
          {COUPON.remove}
        </Button>
      )}
      {step === "refused" && <Refused handle={handle} />}
    </div>
  );
}

/** The ways on from a refusal. */
function Refused({ handle }: { handle: CouponHandle }) {
  return (
    <>
      {handle.isRetriable && (
        <Button look="quiet" onClick={() => handle.use()}>
          {COUPON.retry}
        </Button>
      )}
      <button
        type="button"
        className={styles["dismiss"]}
        aria-label={COUPON.dismiss}
        onClick={() => handle.dismiss()}
      >
        <X size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </>
  );
}

/** What was pressed gives way to something else: that gets the focus. */
function useFocusKept(place: RefObject<HTMLElement | null>, step: CouponHandle["step"]): void {
  const pressed = useRef(false);
  useEffect(() => {
    const shown = place.current;
    if (!shown) return undefined;
    const press = () => {
      pressed.current = true;
    };
    shown.addEventListener("click", press);
    return () => shown.removeEventListener("click", press);
  }, [place]);
  const lastStep = useRef(step);
  useEffect(() => {
    const next = place.current?.querySelector("button");
    if (lastStep.current === step || !pressed.current || !next) return;
    lastStep.current = step;
    if (document.activeElement !== document.body) return;
    pressed.current = false;
    // Whoever reads on meanwhile is not taken back.
    next.focus({ preventScroll: true });
  }, [place, step]);
}

function Note({ children }: { children: string }) {
  return <p className={styles["note"]}>{children}</p>;
}

/** It is for others: who is no guest is led to joining, a guest to the door (CP-09, CP-19). */
function Locked({ isOfMembers, isGuest }: { isOfMembers: boolean; isGuest: boolean }) {
  return (
    <>
      <span className={styles["locked"]}>
        <Lock {...SIGN} />
        {isOfMembers ? COUPON.members : COUPON.signedIn}
      </span>
      <Link to={isGuest ? SIGN_IN_PATH : BIRTH_DATE_PATH} className={styles["link"]}>
        {isGuest ? COUPON.signIn : COUPON.join}
      </Link>
    </>
  );
}
