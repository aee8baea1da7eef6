/** Who has ordered, for as long as the page stands: they may make an account of it. Nothing of it is kept. */
import { create } from "zustand";
import type { Contact } from "../cart/order";
import { currentOrder, useOrder } from "../cart/useCart";

type Person = Pick<Contact, "name" | "phone" | "email">;

const NOBODY: Person = { name: "", phone: "", email: "" };
const useStore = create<Person>()(() => NOBODY);

/** Notes who ordered, before the order forgets them. */
export function noteWhoOrdered(): void {
  const { name, phone, email } = currentOrder().contact;
  useStore.setState({ name, phone, email });
}

/** Forgets them. */
export function forgetWhoOrdered(): void {
  useStore.setState(NOBODY);
}

/** Who orders, or has just ordered; without an e-mail where nobody is known. */
export function whoOrdered(): Person {
  const { contact } = currentOrder();
  return contact.email === "" ? useStore.getState() : contact;
}

/** Whether it is known who orders, or has just ordered. */
export function useIsWhoOrderedKnown(): boolean {
  const isOfOrder = useOrder(({ contact }) => contact.email !== "");
  return useStore(({ email }) => email !== "") || isOfOrder;
}
