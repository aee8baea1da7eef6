/** The contact's fields: as typed, kept with the order, and said to be wrong only once a person has left them. */
import { useEffect, useRef, useState } from "react";
import { useShopper } from "../../shop/caller";
import type { Order } from "../../shop/cart/order";
import { currentOrder, dispatch, useOrder } from "../../shop/cart/useCart";
import { type ContactFaults, type ContactField, faultsOf } from "../../shop/checkout/contactRules";

/** Typing is kept this long after the last letter. */
const KEEP_AFTER_MS = 400;

/** What is written by hand. */
export interface Draft {
  name: string;
  phone: string;
  email: string;
  additionalInfo: string;
}

export interface ContactForm {
  draft: Draft;
  /** What is wrong with the fields that were left, or with all once the order was to be sent. */
  faults: ContactFaults;
  change(change: Partial<Draft>): void;
  leave(field: ContactField): void;
  /** Empties the fields: what was kept of a person has been forgotten. */
  forget(): void;
  /** Keeps what was typed, and says what is wrong with any of it. */
  check(): Promise<ContactFaults>;
}

export function useContactForm(): ContactForm {
  const { isStaff } = useShopper();
  const isDelivery = useOrder(({ method }) => method?.orderType === "delivery");
  const address = useOrder(({ contact }) => contact.address);
  const kept = useOrder(draftOf);
  const [draft, setDraft] = useState(() => draftOf(currentOrder()));
  const [left, setLeft] = useState<ReadonlySet<ContactField>>(new Set());
  const unkept = useRef<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function keep(): Promise<unknown> {
    clearTimeout(timer.current);
    const typed = unkept.current;
    unkept.current = null;
    return typed ? keepDraft(typed) : Promise.resolve();
  }

  // The set-up writes to the driver too, and signing in says who orders; what is being typed here is newer.
  useEffect(() => {
    if (unkept.current === null) setDraft(kept);
  }, [kept]);

  useEffect(() => {
    const flush = () => {
      clearTimeout(timer.current);
      const typed = unkept.current;
      unkept.current = null;
      if (typed) void keepDraft(typed);
    };
    window.addEventListener("pagehide", flush, { capture: true });
    return () => {
      window.removeEventListener("pagehide", flush, { capture: true });
      flush();
    };
  }, []);

  const { additionalInfo: _, ...contact } = draft;
  const all = faultsOf({ ...currentOrder().contact, ...contact, address }, isDelivery, !isStaff);
  return {
    draft,
    faults: Object.fromEntries(Object.entries(all).filter(([field]) => isLeft(left, field))),
    change(change) {
      const next = { ...draft, ...change };
      setDraft(next);
      unkept.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void keep(), KEEP_AFTER_MS);
    },
    leave(field) {
      setLeft((before) => new Set([...before, field]));
      void keep();
    },
    forget() {
      clearTimeout(timer.current);
      unkept.current = null;
      setDraft({ name: "", phone: "", email: "", additionalInfo: "" });
      setLeft(new Set());
    },
    async check() {
      setLeft(new Set(FIELDS));
      // What cannot be kept cannot be sent either: that is said when it is looked over.
      await keep().catch(() => undefined);
      return all;
    },
  };
}

const FIELDS: readonly ContactField[] = ["name", "phone", "email", "address"];

function isLeft(left: ReadonlySet<string>, field: string): boolean {
  return left.has(field);
}

function draftOf({ contact, additionalInfo }: Order): Draft {
  const { name, phone, email } = contact;
  return { name, phone, email, additionalInfo };
}

function keepDraft({ name, phone, email, additionalInfo }: Draft): Promise<unknown> {
  const order = currentOrder();
  const { contact } = order;
  const isSame = contact.name === name && contact.phone === phone && contact.email === email;
  return Promise.all([
    // Quietly: leaving the last field must not take the button from under the finger that presses it.
    !isSame && dispatch({ type: "setContact", contact: { name, phone, email } }, true),
    order.additionalInfo !== additionalInfo &&
      dispatch({ type: "setAdditionalInfo", text: additionalInfo }, true),
  ]);
}
