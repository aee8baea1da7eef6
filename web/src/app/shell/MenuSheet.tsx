import { ChevronRight, Mail, MapPin } from "lucide-react";
import { Link } from "react-router";
import { faceOf, ProductImage } from "../../products/picture/ProductImage";
import { useMenu } from "../../shop/catalog/useCatalog";
import { Modal } from "../../ui/modal/Modal";
import styles from "./MenuSheet.module.css";
import { SHELL } from "./texts";

/** The hamburger's sheet: the menu's categories, own pizza, restaurants, a way to reach us (SH-07). */
export function MenuSheet({ name }: { name: string }) {
  const { data } = useMenu();
  const categories = data?.categories.filter(({ hidden, products }) => !hidden && products.length > 0) ?? [];
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
          {categories.map(({ productCategoryID, productCategoryName, slug, products }) => {
            const face = faceOf(products);
            return (
              <li key={productCategoryID} className={styles["category"]}>
                <Link to={`/menu#${slug}`}>
                  {face && <ProductImage product={face} size={40} />}
                  {productCategoryName}
                </Link>
              </li>
            );
          })}
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
