import { TriangleAlert } from "lucide-react";
import { allergensInWords } from "../allergens";
import { Note } from "../Note";
import { ITEMS } from "../texts";

/** What whoever eats it avoids, before anything else of an order; nothing where it is nothing. */
export function Avoided({ allergens }: { allergens: readonly string[] }) {
  return (
    allergens.length > 0 && (
      <Note tone="bad" icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
        <p>
          {ITEMS.avoided} <b>{allergensInWords(allergens)}</b>
        </p>
      </Note>
    )
  );
}
