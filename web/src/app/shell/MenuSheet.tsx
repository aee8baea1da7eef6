import { ChevronRight, Mail, MapPin } from "lucide-react";
import { Link } from "react-router";
import { ProductImage } from "../../products/picture/ProductImage";
import { categorySectionsOf } from "../../products/sections";
import { useMenu } from "../../shop/catalog/useCatalog";
import { Modal } from "../../ui/modal/Modal";
import styles from "./MenuSheet.module.css";
import { SHELL } from "./texts";

/** The hamburger's sheet: the menu's categories, own pizza, restaurants, a way to reach us (SH-07). */
export function MenuSheet({ name }: { name: string }) {
  const { data } = useMenu();
  const categories = data ? categorySectionsOf(data) : [];
  return (
    <Modal name={name} title={SHELL.sheet} size="small" isSheet>
      <nav aria-label={SHELL.main} className={styles["sheet"]}>
        <ul>
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
        </ul>
      </nav>
    </Modal>
  );
}
