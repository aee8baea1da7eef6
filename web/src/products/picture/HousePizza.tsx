import hashes from "virtual:product-pictures";
import type { HousePizzaName } from "../../art/food/housePizzas";

/** A pizza of the house, drawn at build. It comes after the words: it is part of the page, and nothing waits for it. */
export function HousePizza({ name, className }: { name: HousePizzaName; className?: string | undefined }) {
  return (
    <svg viewBox="-106 -106 214 218" className={className} aria-hidden="true">
      <use href={`/assets/pictures/${name}.${hashes[name]}.svg#pizza`} />
    </svg>
  );
}
