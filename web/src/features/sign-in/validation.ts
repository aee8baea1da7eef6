/** What can be said of the forms before the server is asked. */
import { judgeEmail } from "../../shop/checkout/personRules";
import { lengthOf } from "../../ui/TextArea";
import { PASSWORD, REFUSED } from "./texts";

/** As the server counts them (the staff's shortest password). */
const SHORTEST = 8;

/** What is wrong with a form, by its fields; `null` where nothing is. */
export type Faults<Field extends string> = Record<Field, string | null>;

/** Judges the sign-in form (LG-22). */
export function judgeSignIn(email: string, password: string): Faults<"email" | "password"> {
  return { email: judgeEmail(email), password: password === "" ? REFUSED.required : null };
}

/** Judges a password that is chosen and written twice (LG-25, LG-28). */
export function judgeChosen(password: string, again: string, least: number): Faults<"password" | "again"> {
  const fault = password === "" ? REFUSED.required : REFUSED.tooShort(least);
  return {
    password: lengthOf(password) < least ? fault : null,
    again: again === "" ? REFUSED.required : again === password ? null : REFUSED.different,
  };
}

/** Judges the form that replaces a one-time password. */
export function judgeChange(
  current: string,
  chosen: string,
  again: string,
): Faults<"current" | "chosen" | "again"> {
  return {
    current: current === "" ? PASSWORD.noCurrent : null,
    chosen: lengthOf(chosen) < SHORTEST ? PASSWORD.tooShort : chosen === current ? PASSWORD.same : null,
    again: again === chosen ? null : PASSWORD.different,
  };
}

/** The first field with a fault: the focus goes there. */
export function firstFault<Field extends string>(faults: Faults<Field>): Field | null {
  return (Object.keys(faults) as Field[]).find((field) => faults[field] !== null) ?? null;
}

/** Moves the focus to a field of a form, by its name. */
export function focusOn(form: HTMLFormElement, field: string): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) element.focus();
}
