import { useState } from "react";
import { ApiError, post, send } from "../../api/client";
import { endCall, showFound } from "../../shop/onBehalf/onBehalf";
import { CALLER } from "./texts";

/** A search for who calls. */
export interface CallerSearch {
  isBusy: boolean;
  /** Why nobody was looked for, in words. */
  trouble: string | null;
  /** Answers whether it was answered. */
  find(phone: string): Promise<boolean>;
}

/** Looks for customers by their number (docs/spec/people.md, "Searching a customer"); what was found goes with the call. */
export function useCallerSearch(): CallerSearch {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  return {
    isBusy,
    trouble,
    async find(phone) {
      if (isBusy) return false;
      setBusy(true);
      setTrouble(null);
      endCall();
      try {
        showFound(phone, await send(post("/api/staff/customers/search", { body: { phone } })));
        return true;
      } catch (error) {
        setTrouble(troubleOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

function troubleOf(error: unknown): string {
  if (!(error instanceof ApiError)) return CALLER.failed;
  if (error.code === "request/invalid") return CALLER.noNumber;
  if (error.isTooMany) return CALLER.tooManySearches;
  return error.code === "network/unreachable" ? CALLER.unreachable : CALLER.failed;
}
