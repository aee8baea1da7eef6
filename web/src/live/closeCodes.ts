/** When a closed line comes back: by the back-off, after a time drawn from a range the server asks for, or never. */
export type ComeBack = "backoff" | "never" | { fromMs: number; toMs: number };

/** A close code of the contract and what the client does about it. */
export interface CloseCode {
  code: number;
  meaning: string;
  comeBack: ComeBack;
}

/** The contract's close codes. One that is not here comes back by the back-off. */
export const CLOSE_CODES: readonly CloseCode[] = [
  { code: 1000, meaning: "done", comeBack: "backoff" },
  { code: 1001, meaning: "away", comeBack: "backoff" },
  { code: 1008, meaning: "policy", comeBack: "never" },
  { code: 1009, meaning: "too big", comeBack: "never" },
  { code: 1012, meaning: "node leaving", comeBack: { fromMs: 0, toMs: 5_000 } },
  { code: 4408, meaning: "too slow", comeBack: "backoff" },
  { code: 4429, meaning: "too many connections", comeBack: { fromMs: 10_000, toMs: 30_000 } },
];
