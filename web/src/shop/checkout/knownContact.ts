/** Who is signed in need not say again who they are (CA-20). */
import { useEffect } from "react";
import { useUser } from "../../session/useUser";
import { CUSTOMER } from "../../session/session";
import type { Contact } from "../cart/order";
import { currentOrder, dispatch } from "../cart/useCart";

type Person = Pick<Contact, "name" | "phone" | "email">;

/** Fills what is empty of the contact with what the account says; the call centre orders for others. */
export function useKnownContact(): void {
  const user = useUser();
  const isCustomer = user?.customerSegment === CUSTOMER;
  const { firstName = "", lastName = "", phone = "", email = "" } = (isCustomer ? user : null) ?? {};
  const name = `${firstName} ${lastName}`.trim();
  useEffect(() => {
    const filled = missingOf(currentOrder().contact, { name, phone, email });
    if (filled !== null) void dispatch({ type: "setContact", contact: filled }, true).catch(() => undefined);
  }, [name, phone, email]);
}

/** What of a contact is empty and known; `null` where nothing is. */
export function missingOf(contact: Person, person: Person): Partial<Person> | null {
  const fields = (["name", "phone", "email"] as const).filter(
    (field) => contact[field] === "" && person[field] !== "",
  );
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, person[field]]));
}
