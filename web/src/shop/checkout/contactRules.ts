/** What a guest must say of themselves to order (CK-24 to CK-31); the server checks the same again. */
import type { Contact } from "../cart/order";

/** The fields of the contact. */
export type ContactField = "name" | "phone" | "email" | "address";

/** What is wrong with a field. */
export type ContactFault = "required" | "short" | "long" | "invalid";

export type ContactFaults = Partial<Record<ContactField, ContactFault>>;

const PHONE = /^\+?[\d\s-]*$/;
const PHONE_SHORTEST = 5;
const PHONE_LONGEST = 18;
const NAME_LONGEST = 100;
const EMAIL = /^[^\s@]+@[^\s@.]([^\s@]*[^\s@.])?$/;
const EMAIL_LONGEST = 254;
const STREET_WITH_NUMBER = /\d/;
const POSTAL_CODE = /^\d{5}$/;

/** What is wrong with the contact; of a delivery its address counts too. */
export function faultsOf(contact: Contact, isDelivery: boolean): ContactFaults {
  const faults: Record<ContactField, ContactFault | null> = {
    name: nameFault(contact.name),
    phone: phoneFault(contact.phone),
    email: emailFault(contact.email),
    address: isDelivery ? addressFault(contact.address) : null,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

function nameFault(name: string): ContactFault | null {
  if (name.trim() === "") return "required";
  return name.trim().length > NAME_LONGEST ? "long" : null;
}

function phoneFault(phone: string): ContactFault | null {
  const { length } = phone.trim();
  if (length === 0) return "required";
  if (!PHONE.test(phone.trim())) return "invalid";
  if (length < PHONE_SHORTEST) return "short";
  return length > PHONE_LONGEST ? "long" : null;
}

function emailFault(email: string): ContactFault | null {
  if (email.trim() === "") return "required";
  return EMAIL.test(email.trim()) && email.trim().length <= EMAIL_LONGEST ? null : "invalid";
}

function addressFault(address: Contact["address"]): ContactFault | null {
  if (!address) return "required";
  const isWhole = STREET_WITH_NUMBER.test(address.streetAddress) && POSTAL_CODE.test(address.zipCode);
  return isWhole && address.city.trim() !== "" ? null : "invalid";
}
