import { ChevronRight, Mail, MapPin, Search, UserRound } from "lucide-react";
import { Link } from "react-router";
import { ProductImage } from "../../products/picture/ProductImage";
import { categorySectionsOf } from "../../products/sections";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { useRoles, useUser } from "../../session/useUser";
import { CALL_CENTRE } from "../../session/session";
import { useMenu } from "../../shop/catalog/useCatalog";
import { Modal } from "../../ui/modal/Modal";
import { AccountLinks } from "./AccountList";
import styles from "./MenuSheet.module.css";
import { PizzaButton } from "./PizzaButton";
import { SHELL } from "./texts";

/** The account's places, leaving last; the door where nobody is in. */
function AccountRows() {
  const user = useUser();
  const roles = useRoles();
  if (user || roles.length > 0) {
    return (
      <>
        {user && user.customerSegment !== CALL_CENTRE && (
          <li>
            <PizzaButton look="row" />
          </li>
        )}
        <AccountLinks user={user ?? null} />
      </>
    );
  }
  return (
    <li>
      <Link to={SIGN_IN_PATH}>
        <UserRound size={20} strokeWidth={1.75} aria-hidden="true" />
        {SHELL.signIn}
      </Link>
    </li>
  );
}

/** A page that the sheet leads to. */
function Place({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to}>
        {children}
        <ChevronRight className={styles["go"]} size={20} strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </li>
  );
}

interface MenuSheetProps {
  name: string;
  /** Where the loyalty programme is; nowhere for the call centre. */
  loyalty: string | null;
}

/** The hamburger's sheet: the menu's categories, own pizza, restaurants, the programme, a way to reach us (SH-07). */
export function MenuSheet({ name, loyalty }: MenuSheetProps) {
  const { data } = useMenu();
  const categories = data ? categorySectionsOf(data) : [];
  return (
    <Modal name={name} title={SHELL.sheet} size="small" isSheet>
      <nav aria-label={SHELL.main} className={styles["sheet"]}>
        <ul>
          <li>
            <Link to="/menu#haku">
              <Search size={20} strokeWidth={1.75} aria-hidden="true" />
              {SHELL.search}
            </Link>
          </li>
          <Place to="/menu">{SHELL.menu}</Place>
          {categories.map(({ id, anchor, title, face }) => (
            <li key={id} className={styles["category"]}>
              <Link to={`/menu#${anchor}`}>
                {face && <ProductImage product={face} size={40} />}
                {title}
              </Link>
            </li>
          ))}
          <Place to="/menu/perfetta">{SHELL.own}</Place>
          <li>
            <Link to="/ravintolat">
              <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
              {SHELL.find}
            </Link>
          </li>
          {loyalty !== null && <Place to={loyalty}>{SHELL.loyalty}</Place>}
          <Place to="/kupongit">{SHELL.coupons}</Place>
          <li>
            <Link to="/ota-yhteytta">
              <Mail size={20} strokeWidth={1.75} aria-hidden="true" />
              {SHELL.contact}
            </Link>
          </li>
          <AccountRows />
        </ul>
      </nav>
    </Modal>
  );
}
