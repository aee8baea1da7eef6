import { Fragment } from "react";

/** Intervals of numbers and times, and prices: `10–22`, `10.30–22.00`, `0,99 €`. */
const WHOLE = /(\d+(?:[.,]\d+)?(?:–\d+(?:[.,]\d+)?|\s€))/;

/** A text whose intervals and prices never break over lines. */
export function Unbroken({ text }: { text: string }) {
  return text.split(WHOLE).map((part, index) => {
    // A text does not change while it is shown: its parts have no identity but their place.
    const key = String(index);
    return index % 2 === 1 ? (
      <span key={key} className="whole">
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
