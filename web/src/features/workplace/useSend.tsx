import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, isOfFamily } from "../../api/client";
import { Note } from "../../ui/Note";
import { SECOND_FACTOR } from "./texts";

/** A form on its way to the server. */
export interface SentForm<Field extends string> {
  isBusy: boolean;
  /** What to show under a field. */
  errorOf(field: Field): string | null;
  /** What is wrong with none of the fields. */
  general: string | null;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Sends a form whose fields are all needed; what is wrong is said at its field, which gets the focus. */
export function useSend<Field extends string>(
  fields: Record<Field, string>,
  send: () => Promise<void>,
): SentForm<Field> {
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ field: string | null; text: string } | null>(null);
  const names = Object.keys(fields);
  const isMissing = (field: string) => isTried && fields[field as Field].trim() === "";

  async function submit(form: HTMLFormElement) {
    setTried(true);
    const empty = names.find((name) => fields[name as Field].trim() === "");
    if (empty !== undefined) return focusOn(form, empty);
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await send();
      setTried(false);
    } catch (error) {
      const found = refusalOf(error);
      setRefusal(found);
      focusOn(form, found.field !== null && names.includes(found.field) ? found.field : (names[0] ?? ""));
    } finally {
      setBusy(false);
    }
  }

  const isOfField = refusal !== null && refusal.field !== null && names.includes(refusal.field);
  return {
    isBusy,
    errorOf: (field) =>
      isMissing(field) ? SECOND_FACTOR.required : refusal?.field === field ? refusal.text : null,
    general: refusal !== null && !isOfField ? refusal.text : null,
    onSubmit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

/** What was refused, before all fields; it is there from the start, so that it is heard when it says something. */
export function Refused({ form: { general } }: { form: { general: string | null } }) {
  return (
    <div role="alert">
      {general !== null && (
        <Note tone="bad" icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {general}
        </Note>
      )}
    </div>
  );
}

function focusOn(form: HTMLFormElement, field: string): void {
  // Once it says what is wrong.
  requestAnimationFrame(() => form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus());
}

function refusalOf(error: unknown): { field: string | null; text: string } {
  if (!(error instanceof ApiError)) return { field: null, text: SECOND_FACTOR.failed };
  const { code, message, metadata, isTooMany } = error;
  if (code === "network/unreachable") return { field: null, text: SECOND_FACTOR.unreachable };
  const named = typeof metadata["field"] === "string" ? metadata["field"] : null;
  const field = code === "staff/code-invalid" ? "code" : named;
  const isForPerson = isOfFamily(code, "password") || isOfFamily(code, "staff") || isTooMany;
  return { field, text: isForPerson && message !== "" ? message : SECOND_FACTOR.failed };
}
