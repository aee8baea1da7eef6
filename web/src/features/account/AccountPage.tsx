import {
  ChevronLeft,
  ChevronRight,
  CreditCard,
  LogOut,
  MapPin,
  Pizza,
  ReceiptText,
  TicketPercent,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate, NavLink, Outlet, useLocation } from "react-router";
import { loyaltyOf } from "../../api/loyalty";
import type { User } from "../../api/wire";
import { useSessionHints } from "../../session/hints";
import {
  ACCOUNT_PATH,
  BIRTH_DATE_PATH,
  MEMBER_PATH,
  SIGN_IN_PATH,
  TERMS_PATH,
  WORK_PATH,
} from "../../session/signInPath";
import { CALL_CENTRE } from "../../session/session";
import { useVisitor } from "../../session/useVisitor";
import { Button } from "../../ui/Button";
import { ModalLink } from "../../ui/modal/ModalLink";
import { useIsPhone } from "../../ui/useMedia";
import { usePageTitle } from "../../ui/usePageTitle";
import { Trouble } from "../../ui/Trouble";
import styles from "./Account.module.css";
import { ACCOUNT } from "./texts";

/** As the shell calls it. */
const SIGN_OUT_MODAL = "kirjaudu-ulos";

/** `/asiakastili`: one's own pages, beside their list; on a phone the list is a page. Nobody else gets to see them (AC-03). */
export function Component() {
  const { session, failed, retry } = useVisitor();
  const { left } = useSessionHints();
  if (session === undefined) return <Opening failed={failed} onRetry={retry} />;
  const { user, roles } = session;
  if (user === null) {
    if (roles.length > 0) return <Navigate to={WORK_PATH} replace />;
    return <Navigate to={left ? "/" : SIGN_IN_PATH} replace />;
  }
  if (user.customerSegment === CALL_CENTRE) return <Navigate to={WORK_PATH} replace />;
  if (!user.acceptedTerms) return <Navigate to={TERMS_PATH} replace />;
  return <Pages user={user} />;
}

function Pages({ user }: { user: User }) {
  const isPhone = useIsPhone();
  const { pathname } = useLocation();
  const isList = pathname.replace(/\/$/, "") === ACCOUNT_PATH;
  if (isList && !isPhone) return <Navigate to={`${ACCOUNT_PATH}/omat-tiedot`} replace />;
  return (
    <div className={`${styles["pages"]} ${isList ? styles["isList"] : ""}`}>
      <div className={styles["side"]}>
        {isList && <ListTitle />}
        <Places user={user} />
      </div>
      {!isList && (
        <div className={styles["page"]}>
          <Link to={ACCOUNT_PATH} className={styles["back"]}>
            <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
            {ACCOUNT.title}
          </Link>
          <Outlet />
        </div>
      )}
    </div>
  );
}

function ListTitle() {
  usePageTitle(ACCOUNT.title);
  return <h1>{ACCOUNT.title}</h1>;
}

const SIGN = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

function Places({ user }: { user: User }) {
  return (
    <nav aria-label={ACCOUNT.nav}>
      <ul className={styles["places"]}>
        <MemberPlace user={user} />
        <Place
          to="etukoodini"
          sign={<TicketPercent {...SIGN} />}
          count={user.unusedBenefits}
          more={ACCOUNT.unused}
        >
          {ACCOUNT.benefits}
        </Place>
        <Place to="tilaushistoria" sign={<ReceiptText {...SIGN} />} count={user.activeOrders}>
          {ACCOUNT.orders}
        </Place>
        <Place to="omat-tiedot" sign={<UserRound {...SIGN} />}>
          {ACCOUNT.details}
        </Place>
        <Place to="osoitteet" sign={<MapPin {...SIGN} />}>
          {ACCOUNT.addresses}
        </Place>
        <Place to="maksutavat" sign={<CreditCard {...SIGN} />}>
          {ACCOUNT.methods}
        </Place>
        <li>
          <ModalLink name={SIGN_OUT_MODAL} className={styles["place"]}>
            <LogOut {...SIGN} />
            {ACCOUNT.signOut}
          </ModalLink>
        </li>
      </ul>
    </nav>
  );
}

/** A member's card with the slices that are left, or the way to one (AC-09). */
function MemberPlace({ user }: { user: User }) {
  const remaining = loyaltyOf(user)?.remaining;
  return (
    <li>
      <Link to={user.subscribedToLoyalty ? MEMBER_PATH : BIRTH_DATE_PATH} className={styles["place"]}>
        <Pizza {...SIGN} />
        <span>{ACCOUNT.member}</span>
        {user.subscribedToLoyalty && remaining !== undefined && (
          <span className={styles["count"]}>
            {ACCOUNT.remaining(remaining)}
            <span className="sr-only">{ACCOUNT.remainingMore}</span>
          </span>
        )}
        {!user.subscribedToLoyalty && <span className={styles["count"]}>{ACCOUNT.join}</span>}
        <ChevronRight {...SIGN} className={styles["go"]} />
      </Link>
    </li>
  );
}

interface PlaceProps {
  to: string;
  sign: ReactNode;
  count?: number;
  /** What is counted, for who hears it. */
  more?: string;
  children: string;
}

function Place({ to, sign, count = 0, more = ACCOUNT.active, children }: PlaceProps) {
  return (
    <li>
      <NavLink to={`${ACCOUNT_PATH}/${to}`} className={styles["place"] ?? ""}>
        {sign}
        <span>{children}</span>
        {count > 0 && (
          <span className={styles["count"]}>
            {count}
            <span className="sr-only">{more}</span>
          </span>
        )}
        <ChevronRight {...SIGN} className={styles["go"]} />
      </NavLink>
    </li>
  );
}

/** While it is not known whose account it is. */
function Opening({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  usePageTitle(ACCOUNT.title);
  if (failed) {
    return (
      <div className={styles["failed"]}>
        <h1>{ACCOUNT.title}</h1>
        <Trouble>{ACCOUNT.failed}</Trouble>
        <Button onClick={onRetry}>{ACCOUNT.retry}</Button>
      </div>
    );
  }
  return (
    <div className={styles["pages"]}>
      <p className="sr-only" role="status">
        {ACCOUNT.opening}
      </p>
      <div className={styles["shapes"]} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
