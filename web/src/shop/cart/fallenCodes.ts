/** Codes that the server took out of the order after they had been in it: who finds no discount is told why. */
import { create } from "zustand";
import type { ShopProblem } from "../errors/problem";
import { isSameCode } from "./items";

/** A code that went, and why, in the server's words. */
export interface FallenCode {
  code: string;
  message: string;
}

/** The last ones, until they are read, or held again. */
export const useFallenCodes = create<{ fallen: readonly FallenCode[] }>(() => ({ fallen: [] }));

/** So many are told of. */
const MOST = 5;

/** Notes what the server says of codes that the order does not hold any more. */
export function noteFallenCodes(problems: readonly ShopProblem[], held: readonly string[]): void {
  const isHeld = (code: string) => held.some((one) => isSameCode(one, code));
  const gone = problems.flatMap(({ message, metadata: { promotionCode: code } }): FallenCode[] =>
    typeof code === "string" && !isHeld(code) ? [{ code, message }] : [],
  );
  useFallenCodes.setState(({ fallen }) => {
    const others = fallen.filter(
      ({ code }) => !isHeld(code) && !gone.some((one) => isSameCode(one.code, code)),
    );
    return { fallen: [...others, ...gone].slice(-MOST) };
  });
}

/** It was read. */
export function forgetFallenCode(code: string): void {
  useFallenCodes.setState(({ fallen }) => ({ fallen: fallen.filter((one) => !isSameCode(one.code, code)) }));
}
