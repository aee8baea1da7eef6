import { useUser } from "../../session/useUser";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Account.module.css";
import { AddressBook } from "./AddressBook";
import { ContactDetails } from "./ContactDetails";
import { IdentityCard } from "./IdentityCard";
import { PasswordCard } from "./PasswordCard";
import { Permissions } from "./Permissions";
import { DETAILS } from "./texts";
import { YourData } from "./YourData";

/** `/asiakastili/omat-tiedot`: who somebody is to us (AC-04 to AC-08). */
export function Component() {
  usePageTitle(DETAILS.title);
  const user = useUser();
  if (!user) return null;
  return (
    <div className={styles["column"]}>
      <h1>{DETAILS.title}</h1>
      <ContactDetails user={user} />
      <PasswordCard user={user} />
      <IdentityCard user={user} />
      <AddressBook />
      <Permissions user={user} />
      <YourData user={user} />
    </div>
  );
}
