import { useState } from "react";
import { ApiError, isOfFamily } from "../api/client";

/** Something that is being done at the server. */
export interface ActionState {
  isBusy: boolean;
  /** What kept it from being done, in words. */
  trouble: string | null;
  /** The field that the server finds fault with. */
  field: string | null;
  act(action: () => Promise<void>): Promise<void>;
  mend(): void;
}

/** Does one thing at a time; `otherwise` is said where the server has no words for a person. */
export function useAction(otherwise: string): ActionState {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ text: string; field: string | null } | null>(null);
  return {
    isBusy,
    trouble: fault?.text ?? null,
    field: fault?.field ?? null,
    async act(action) {
      if (isBusy) return;
      setBusy(true);
      setFault(null);
      try {
        await action();
      } catch (error) {
        setFault({ text: wordsOf(error) ?? otherwise, field: fieldOf(error) });
      } finally {
        setBusy(false);
      }
    },
    mend: () => setFault(null),
  };
}

/** The server's own words, where they are for a person. */
function wordsOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.message === "") return null;
  // Who has an account is told of a fault of the server's in its words (AC-24).
  if (error.code === "service/error") return error.message;
  const families = ["users", "password", "phone", "address", "favourite", "loyalty"] as const;
  return families.some((family) => isOfFamily(error.code, family)) ? error.message : null;
}

function fieldOf(error: unknown): string | null {
  const field = error instanceof ApiError ? error.metadata["field"] : null;
  return typeof field === "string" ? field : null;
}
