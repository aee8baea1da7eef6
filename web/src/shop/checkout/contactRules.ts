/** What a guest must say of themselves to order (CK-24 to CK-31); the server checks the same again. */
import type { Contact } from "../cart/order";
import { copied, words } from "../cart/words";

/** The fields of the contact. */
export type ContactField = "name" | "phone" | "email" | "address";

/** What is wrong with a field. */
export type ContactFault = "required" | "short" | "long" | "invalid";

export type ContactFaults = Partial<Record<ContactField, ContactFault>>;

const PHONE = /^\+?[\d\s-]*$/;
const PHONE_SHORTEST = 5;
const PHONE_LONGEST = 18;
/** Digits among them. */
const PHONE_DIGITS = 5;
const NAME_LONGEST = 100;
/** Visible characters but those that part addresses; a host of at least two labels, also in other alphabets. */
const EMAIL =
  /^(?!.*\.\.)[^\s@,;:<>()[\]"\u0080-\uffff]+@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;
const EMAIL_LONGEST = 254;
const STREET_WITH_NUMBER = /\d/;
const POSTAL_CODE = /^\d{5}$/;

/** What is wrong with the contact; of a delivery its address counts too. Who calls need not have an e-mail address. */
export function faultsOf(contact: Contact, isDelivery: boolean, needsEmail = true): ContactFaults {
  const email = emailFault(contact.email);
  const faults: Record<ContactField, ContactFault | null> = {
    name: nameFault(contact.name),
    phone: phoneFault(contact.phone),
    email: email === "required" && !needsEmail ? null : email,
    address: isDelivery ? addressFault(contact.address) : null,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

function nameFault(name: string): ContactFault | null {
  const written = words(name);
  if (written === "") return "required";
  return [...written].length > NAME_LONGEST ? "long" : null;
}

function phoneFault(phone: string): ContactFault | null {
  const written = copied(phone).trim();
  if (written.length === 0) return "required";
  if (!PHONE.test(written)) return "invalid";
  if (written.length < PHONE_SHORTEST || written.replace(/\D/g, "").length < PHONE_DIGITS) return "short";
  return written.length > PHONE_LONGEST ? "long" : null;
}

/** What is wrong with an e-mail address. */
export function emailFault(email: string): ContactFault | null {
  const written = copied(email).trim();
  if (written === "") return "required";
  return EMAIL.test(written) && written.length <= EMAIL_LONGEST ? null : "invalid";
}

function addressFault(address: Contact["address"]): ContactFault | null {
  if (!address) return "required";
  const isWhole = STREET_WITH_NUMBER.test(address.streetAddress) && POSTAL_CODE.test(address.zipCode);
  return isWhole && address.city.trim() !== "" ? null : "invalid";
}
