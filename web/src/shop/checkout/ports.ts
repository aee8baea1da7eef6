/** What placing an order needs of the world; `place.ts` says when. A call rejects with `ApiError`. */
import type { OrderData, OrderPlaced } from "../../api/wire";
import type { Attempt, Memory, StandingOrder } from "./attempt";
import type { SentLine } from "./leftOver";
import type { Wanted } from "./wanted";

/** What came of a try to pay. */
export interface PayAnswer {
  action: "redirect" | "completed" | "refused";
  redirectUrl: string | null;
  errorCode: number | null;
}

/** What the server says the cart costs now. */
export interface Verdict {
  isValid: boolean;
  grandTotal: number;
}

/** The order by its number and key. */
type Named = Pick<StandingOrder, "orderId" | "orderKey">;

/** The world around placing. */
export interface CheckoutPorts {
  /** Runs alone, over all tabs of this browser. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  now(): number;
  newKey(): string;
  read(): Memory;
  write(memory: Memory): void;
  /** What the cart, as it is now, asks for; `null` where it cannot be ordered. */
  wanted(): Wanted | null;
  /** Prices the cart anew; `away` where nobody could be asked, `failed` where the server could not say. */
  price(): Promise<Verdict | "away" | "failed">;
  place(body: string, key: string): Promise<OrderPlaced>;
  pay(order: StandingOrder, wanted: Wanted): Promise<PayAnswer>;
  cancel(order: Named): Promise<void>;
  details(order: Named): Promise<OrderData>;
  /** Remembers the order for the pages that list what was placed here. */
  remember(order: Named): void;
  /** The order is received, or its payment is under way: whoever counts is told, once. */
  tellBought(order: Pick<StandingOrder, "orderId">, attempt: Attempt | null): void;
  /** Forgets it there: it was cancelled, or nobody paid it in time. */
  strike(order: Named): void;
  /** Takes these lines out of the cart, as far as they are still what was sent. */
  takeOut(sent: readonly SentLine[]): Promise<void>;
  pause(ms: number): Promise<void>;
}
