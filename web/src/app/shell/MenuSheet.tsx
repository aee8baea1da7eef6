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

/** The hamburger's sheet: the menu's categories, own pizza, restaurants, a way to reach us (SH-07). */
export function MenuSheet({ name }: { name: string }) {
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
          <li>
            <Link to="/menu">
              {SHELL.menu}
              <ChevronRight className={styles["go"]} size={20} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          </li>
          {categories.map(({ id, anchor, title, face }) => (
            <li key={id} className={styles["category"]}>
              <Link to={`/menu#${anchor}`}>
                {face && <ProductImage product={face} size={40} />}
                {title}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/menu/perfetta">
              {SHELL.own}
              <ChevronRight className={styles["go"]} size={20} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          </li>
          <li>
            <Link to="/ravintolat">
              <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
              {SHELL.find}
            </Link>
          </li>
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
