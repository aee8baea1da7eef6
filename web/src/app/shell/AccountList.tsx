import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  CreditCard,
  LogOut,
  Pizza,
  Radar,
  ReceiptText,
  ShieldCheck,
  TicketPercent,
  UserRound,
} from "lucide-react";
import { Link, useLocation } from "react-router";
import { opening } from "../../lib/arriving";
import { loyaltyOf } from "../../api/loyalty";
import type { User } from "../../api/wire";
import { BIRTH_DATE_PATH, MEMBER_PATH, SECOND_FACTOR_PATH, WORK_PATH } from "../../session/signInPath";
import { CALL_CENTRE } from "../../session/session";
import { ModalLink } from "../../ui/modal/ModalLink";
import styles from "./AccountMenu.module.css";
import { SIGN_OUT_MODAL } from "./modalNames";
import { ACCOUNT } from "./accountTexts";
import { SHELL } from "./texts";

interface AccountListProps {
  user: User | null;
  /** What is pressed to open it. */
  sign: ReactNode;
}

/** The places of who is in: a list under the header's sign (AC-09). */
export function AccountList({ user, sign }: AccountListProps) {
  const id = useId();
  const { place, isOpen, open, close } = useList();
  // Who is in may leave without a network too.
  useEffect(() => void opening(() => import("./SignOutDialog")), []);
  return (
    // Escape closes the list wherever the focus is in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className={styles["place"]}
      onKeyDown={({ key: pressed }) => {
        if (pressed !== "Escape" || !isOpen) return;
        close();
        place.current?.querySelector("button")?.focus();
      }}
    >
      <button
        type="button"
        className={styles["icon"]}
        aria-label={SHELL.account}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={isOpen ? close : open}
      >
        {sign}
        {(user?.activeOrders ?? 0) > 0 && <span className={styles["dot"]} />}
      </button>
      <div id={id} className={styles["list"]} hidden={!isOpen}>
        <ul>
          <AccountLinks user={user} />
        </ul>
      </div>
    </div>
  );
}

/** A list that closes as soon as one goes, points or moves the focus elsewhere. */
function useList() {
  const place = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === key;
  if (openedAt !== null && !isOpen) setOpenedAt(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const beside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpenedAt(null);
    };
    document.addEventListener("pointerdown", beside);
    document.addEventListener("focusin", beside);
    return () => {
      document.removeEventListener("pointerdown", beside);
      document.removeEventListener("focusin", beside);
    };
  }, [isOpen]);
  return { place, isOpen, open: () => setOpenedAt(key), close: () => setOpenedAt(null) };
}

/** The places of an account, as the rows of a list (AC-09). The call centre has but its work (CC-02). */
export function AccountLinks({ user }: { user: User | null }) {
  const isCustomer = user !== null && user.customerSegment !== CALL_CENTRE;
  return (
    <>
      {isCustomer ? (
        <>
          <MemberRow user={user} />
          <Row
            to="/asiakastili/etukoodini"
            sign={<TicketPercent {...SIGN} />}
            count={user.unusedBenefits > 0 ? String(user.unusedBenefits) : ""}
            more={ACCOUNT.unused}
          >
            {ACCOUNT.benefits}
          </Row>
          <Row
            to="/asiakastili/tilaushistoria"
            sign={<ReceiptText {...SIGN} />}
            count={user.activeOrders > 0 ? String(user.activeOrders) : ""}
            more={ACCOUNT.active(user.activeOrders)}
          >
            {ACCOUNT.orders}
          </Row>
          <Row to="/asiakastili/omat-tiedot" sign={<UserRound {...SIGN} />}>
            {ACCOUNT.details}
          </Row>
          <Row to="/asiakastili/maksutavat" sign={<CreditCard {...SIGN} />}>
            {ACCOUNT.methods}
          </Row>
        </>
      ) : (
        <>
          <Row to={WORK_PATH} sign={<Radar {...SIGN} />}>
            {ACCOUNT.board}
          </Row>
          <Row to={SECOND_FACTOR_PATH} sign={<ShieldCheck {...SIGN} />}>
            {ACCOUNT.secondFactor}
          </Row>
        </>
      )}
      <li>
        <ModalLink name={SIGN_OUT_MODAL} className={styles["row"]}>
          <LogOut {...SIGN} />
          {ACCOUNT.signOut}
        </ModalLink>
      </li>
    </>
  );
}

const SIGN = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

/** A member's card with the slices that are left, or the way to one. */
function MemberRow({ user }: { user: User }) {
  const remaining = loyaltyOf(user)?.remaining;
  const isMember = user.subscribedToLoyalty;
  const count = isMember && remaining !== undefined ? ACCOUNT.remaining(remaining) : "";
  return (
    <Row
      to={isMember ? MEMBER_PATH : BIRTH_DATE_PATH}
      sign={<Pizza {...SIGN} />}
      count={isMember ? count : ACCOUNT.join}
      more={count === "" ? "" : ACCOUNT.remainingMore}
    >
      {ACCOUNT.member}
    </Row>
  );
}

interface RowProps {
  to: string;
  sign: ReactNode;
  /** What stands at its end; empty where nothing does. */
  count?: string;
  /** What is counted, for who hears it. */
  more?: string;
  children: string;
}

function Row({ to, sign, count = "", more = "", children }: RowProps) {
  return (
    <li>
      <Link to={to} className={styles["row"]}>
        {sign}
        <span>{children}</span>
        {count !== "" && (
          <span className={styles["count"]}>
            {count}
            <span className="sr-only">{more}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
