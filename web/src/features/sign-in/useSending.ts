import { type FormEvent, useState } from "react";
import { type Trouble, troubleOf } from "./refusals";
import { useWait } from "./useWait";
import { type Faults, firstFault, focusOn } from "./validation";

/** A form on its way to the server. */
export interface Sending<Field extends string> {
  isBusy: boolean;
  /** Seconds until it may be sent again. */
  wait: number;
  trouble: Trouble | null;
  /** Whether it was sent once, and its faults are shown. */
  isTried: boolean;
  /** What to show under a field. */
  errorOf(field: Field): string | null;
  /** What to show before all fields; `null` where the fault is of one of them. */
  general: Trouble | null;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** What was refused is being mended. */
  mend(): void;
}

/** Sends a form once its fields have no faults: the first fault gets the focus, also where the server finds it. */
export function useSending<Field extends string>(
  faults: Faults<Field>,
  send: () => Promise<void>,
  /** Where the focus goes after a refusal of no field. */
  otherwise: Field | null = null,
): Sending<Field> {
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [wait, setWait] = useWait();
  const isField = (field: string | null): field is Field => field !== null && field in faults;
  const ofField = trouble !== null && isField(trouble.field) ? trouble.field : null;

  async function submit(form: HTMLFormElement) {
    setTried(true);
    const fault = firstFault(faults);
    if (fault) return focusOn(form, fault);
    if (isBusy || wait > 0) return;
    setBusy(true);
    setTrouble(null);
    try {
      await send();
    } catch (error) {
      const found = troubleOf(error);
      setTrouble(found);
      if (found.wait > 0) setWait(found.wait);
      const field = isField(found.field) ? found.field : otherwise;
      if (field !== null) focusOn(form, field);
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    wait,
    trouble,
    isTried,
    errorOf: (field) => (ofField === field ? (trouble?.text ?? null) : isTried ? faults[field] : null),
    general: ofField === null ? trouble : null,
    onSubmit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    mend: () => setTrouble(null),
  };
}
