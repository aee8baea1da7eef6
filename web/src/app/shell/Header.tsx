import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, NavLink } from "react-router";
import { CALL_CENTRE } from "../../session/session";
import { LOYALTY_PATH, MEMBER_PATH } from "../../session/signInPath";
import { useUser } from "../../session/useUser";
import { ModalLink } from "../../ui/modal/ModalLink";
import { useModal } from "../../ui/modal/useModal";
import { FRAME } from "../../ui/texts";
import { Wordmark } from "../../ui/Wordmark";
import { AccountMenu } from "./AccountMenu";
import { CartLink } from "./CartLink";
import styles from "./Header.module.css";
import { SHELL } from "./texts";
import { arriving, opening } from "../../lib/arriving";

const MenuSheet = lazy(() =>
  opening(() => import("./MenuSheet")).then((module) => ({ default: module.MenuSheet })),
);

/** Of the signed in alone. */
const PizzaButton = lazy(() =>
  arriving(() => import("./PizzaButton")).then((module) => ({ default: module.PizzaButton })),
);

/** The sheet's fragment in the address. */
const SHEET = "valikko";

/** Where the header leads: Menu, own pizza, restaurants (SH-06). */
const PLACES = [
  { to: "/menu", text: SHELL.menu },
  { to: "/menu/perfetta", text: SHELL.own },
  { to: "/ravintolat", text: SHELL.restaurants },
];

/** The loyalty programme: one's own card, or what it is; the call centre has none (SH-06). */
function useLoyaltyPlace(): string | null {
  const user = useUser();
  if (user?.customerSegment === CALL_CENTRE) return null;
  return user?.subscribedToLoyalty ? MEMBER_PATH : LOYALTY_PATH;
}

/** The shop's header; it stays in sight. On a phone its places stand in a sheet (SH-06, SH-07). */
export function Header() {
  const { isOpen } = useModal(SHEET);
  const user = useUser();
  const loyalty = useLoyaltyPlace();
  // Once opened it stays, so that it can be seen to go.
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return (
    <header className={styles["header"]}>
      <div className={styles["row"]}>
        <ModalLink name={SHEET} className={styles["burger"]} label={SHELL.open}>
          <Menu size={24} strokeWidth={1.75} aria-hidden="true" />
        </ModalLink>
        <Link to="/" className={styles["logo"]} aria-label={FRAME.home}>
          <Wordmark height={34} />
        </Link>
        <nav aria-label={SHELL.main} className={styles["places"]}>
          {PLACES.map(({ to, text }) => (
            <NavLink key={to} to={to} end={to !== "/ravintolat"}>
              {text}
            </NavLink>
          ))}
          {loyalty !== null && <NavLink to={loyalty}>{SHELL.loyalty}</NavLink>}
          <Link to="/menu#haku">{SHELL.search}</Link>
        </nav>
        {user && (
          <Suspense>
            <PizzaButton look="sign" />
          </Suspense>
        )}
        <AccountMenu />
        <CartLink />
      </div>
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuSheet name={SHEET} loyalty={loyalty} />
        </Suspense>
      )}
    </header>
  );
}
