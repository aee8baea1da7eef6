import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Account.module.css";
import { AddressBook } from "./AddressBook";
import { ADDRESSES } from "./texts";

/** `/asiakastili/osoitteet`: the address book by itself (AC-21). */
export function Component() {
  usePageTitle(ADDRESSES.title);
  return (
    <div className={styles["column"]}>
      <h1>{ADDRESSES.title}</h1>
      <AddressBook isAlone />
    </div>
  );
}
