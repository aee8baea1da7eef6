/** What somebody must say of themselves to have an account (LG-24, LG-25, AC-18); the server checks the same again. */
import { copied, words } from "../cart/words";
import { PERSON_FAULTS } from "./personTexts";
import { type ContactFault, emailFault } from "./contactRules";

/** What an account says of a person. */
export interface Person {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
}

const NAME_LONGEST = 50;
const PHONE = /^\+?[\d\s]*$/;
const PHONE_SHORTEST = 6;
const PHONE_LONGEST = 18;
/** Digits among them. */
const PHONE_DIGITS = 5;

/** What is wrong with each field, in words; `null` where nothing is. */
export function judgePerson(person: Person): Record<keyof Person, string | null> {
  const said = (field: keyof Person, fault: ContactFault | null) => fault && PERSON_FAULTS[field][fault];
  return {
    firstName: said("firstName", nameFault(person.firstName)),
    lastName: said("lastName", nameFault(person.lastName)),
    phone: said("phone", phoneFault(person.phone)),
    email: judgeEmail(person.email),
  };
}

/** What is wrong with an e-mail address, in words; `null` where nothing is. */
export function judgeEmail(email: string): string | null {
  const fault = emailFault(email);
  return fault && PERSON_FAULTS.email[fault];
}

/** A person as it is sent: what was copied along with a number or an address is taken out. */
export function sentPerson({ firstName, lastName, phone, email }: Person): Person {
  return {
    firstName: words(firstName),
    lastName: words(lastName),
    phone: copied(phone).trim(),
    email: copied(email).trim(),
  };
}

function nameFault(name: string): ContactFault | null {
  const written = words(name);
  if (written === "") return "required";
  return [...written].length > NAME_LONGEST ? "long" : null;
}

/** Characters first, then their number, then digits among them. */
function phoneFault(phone: string): ContactFault | null {
  const written = copied(phone).trim().replaceAll("-", "");
  if (written === "") return "required";
  if (!PHONE.test(written)) return "invalid";
  if (written.length < PHONE_SHORTEST) return "short";
  if (written.length > PHONE_LONGEST) return "long";
  return written.replace(/\D/g, "").length < PHONE_DIGITS ? "short" : null;
}
