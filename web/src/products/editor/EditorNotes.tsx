import { History, Info, TriangleAlert } from "lucide-react";
import type { CartMessage, MessageCode } from "../../api/wire";
import { useOrder } from "../../shop/cart/useCart";
import { Button } from "../../ui/Button";
import { Note } from "../../ui/Note";
import { allergensOf, type Build, dosesOn, type Model } from "./configurator";
import { ALLERGENS } from "../../ui/texts";
import styles from "./EditorNotes.module.css";
import { DETAILS, RESIZE, RESUMED, SOME_NOT_ADDED, STOCK } from "./texts";

interface EditorNotesProps {
  model: Model;
  build: Build;
  /** What the size that was chosen last does not have. */
  dropped: readonly string[];
  /** Ids of what ran out while it was on it. */
  ranOut: readonly string[];
  /** Whether the product ran out meanwhile. */
  isGone: boolean;
  /** Whether something of the line that is changed, or of what was being built, is no more. */
  isIncomplete: boolean;
  /** Whether the size in which it was being built is no more. */
  isSizeGone: boolean;
  /** Begins anew, where one goes on with what one had left; else `null`. */
  onRestart: (() => void) | null;
  /** What the server said of it when it was asked for the price. */
  messages: readonly CartMessage[];
}

/** What the editor says itself, where it is mended. */
const SAID: ReadonlySet<MessageCode> = new Set([
  "product/out-of-stock",
  "product/not-sold-at-time",
  "product/not-enough-ingredients",
  "product/too-many-ingredients",
  "product/no-dough",
  "product/monster-needs-dip",
  "product/required-ingredients-missing",
  "product/contains-allergen",
]);

/** What a person should know before they go on: what ran out, what a size or a link took away, and what they avoid. */
export function EditorNotes(props: EditorNotesProps) {
  const { model, build, dropped, ranOut, isGone, isIncomplete, isSizeGone, onRestart, messages } = props;
  const { product } = model;
  const avoided = useOrder((order) =>
    allergensOf(model, build).filter((id) => order.avoidAllergens.includes(id)),
  );
  const size = product.productSizes.find(({ productSizeID }) => productSizeID === product.sizeId)?.name ?? "";
  const out = ranOut.flatMap((id) => {
    const row = model.rows.get(id);
    return row?.isOutOfStock && dosesOn(model, build, id) > 0 ? [row] : [];
  });
  const shared = product.shared?.message ?? (isIncomplete ? SOME_NOT_ADDED : null);
  return (
    <div role="status">
      {onRestart !== null && <Resumed onRestart={onRestart} />}
      {isGone && <Bad>{STOCK.justRanOut(product.name)}</Bad>}
      {out.map(({ id, name }) => (
        <Bad key={id}>{`${STOCK.justRanOut(name)} ${STOCK.swap}`}</Bad>
      ))}
      {avoided.length > 0 && (
        <Bad>
          {DETAILS.avoided(
            product.name,
            avoided.map((id) => ALLERGENS[id] ?? id),
          )}
        </Bad>
      )}
      {messages
        .filter(({ messageCode }) => !SAID.has(messageCode))
        .map(({ messageCode, message }) => (
          <Bad key={messageCode}>{message}</Bad>
        ))}
      {dropped.length > 0 && (
        <Note tone="stale" icon={<Info size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {RESIZE.dropped(size, dropped)}
        </Note>
      )}
      {isSizeGone && (
        <Note tone="stale" icon={<Info size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {RESIZE.gone}
        </Note>
      )}
      {shared !== null && (
        <Note tone="stale" icon={<Info size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {shared}
        </Note>
      )}
    </div>
  );
}

function Resumed({ onRestart }: { onRestart: () => void }) {
  return (
    <Note tone="calm" icon={<History size={20} strokeWidth={1.75} aria-hidden="true" />}>
      <div className={styles["resumed"]}>
        <p>{RESUMED.text}</p>
        <Button look="line" onClick={onRestart}>
          {RESUMED.restart}
        </Button>
      </div>
    </Note>
  );
}

function Bad({ children }: { children: string }) {
  return (
    <Note tone="bad" icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
      {children}
    </Note>
  );
}
