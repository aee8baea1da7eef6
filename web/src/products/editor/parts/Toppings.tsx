import { TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { IngredientRow } from "../../../api/wire";
import { type Build, type Model, toppingsOn } from "../configurator";
import { EDITOR, FAULT, TOPPING } from "../texts";
import { categoryWords, type ProductStory } from "../facts/story";
import { recipeRows } from "../view";
import { IngredientLine } from "./IngredientLine";
import { lineOf, type Send } from "./lines";
import { MoreToppings } from "./MoreToppings";
import styles from "./Toppings.module.css";

interface ToppingsProps {
  model: Model;
  build: Build;
  /** What is or was on it beside its recipe, in the order in which it was added: its row stays, also at nought. */
  touched: readonly string[];
  /** What the editors say of toppings, sauces and spices (PD-18). */
  story: ProductStory;
  /** What is wrong, in words. */
  error: string | null;
  send: Send;
  /** Slots whose heading is this section's own. */
  children?: ReactNode;
}

/** What is on it, then what can be added; how many of how many stays in sight over both (PD-03, PD-04, PD-40). */
export function Toppings({ model, build, touched, story, error, send, children }: ToppingsProps) {
  const id = useId();
  const words = model.product.editable ? categoryWords(story, "toppings") : null;
  const most = model.product.ingredientMeta.maxToppings;
  const count = toppingsOn(model, build);
  const rows = [...recipeRows(model), ...addedRows(model, touched)];
  return (
    <section className={styles["toppings"]} aria-labelledby={id} data-section="toppings">
      <div className={styles["head"]}>
        <h2 id={id}>{EDITOR.toppings}</h2>
        <span aria-hidden="true">{TOPPING.count(count, most)}</span>
        <span className="sr-only">{TOPPING.countHeard(count, most)}</span>
      </div>
      {words !== null && <p className="quiet small">{words}</p>}
      {model.product.hasFromPrice && <p className="quiet small">{TOPPING.fromPrice}</p>}
      <Included model={model} />
      {error !== null && (
        <p className={styles["error"]}>
          <TriangleAlert size={17} strokeWidth={1.75} aria-hidden="true" />
          {error}
        </p>
      )}
      {count >= most && error === null && <p className={styles["full"]}>{FAULT.full(most)}</p>}
      {children}
      {rows.length === 0 && <p className="quiet">{EDITOR.noToppings}</p>}
      <ul>
        {rows.map((row) => (
          <IngredientLine key={row.id} {...lineOf(model, build, row)} send={send} />
        ))}
      </ul>
      <MoreToppings model={model} build={build} story={story} send={send} />
    </section>
  );
}

function addedRows({ rows, recipe, slots }: Model, touched: readonly string[]): IngredientRow[] {
  return touched.flatMap((id) => {
    const row = rows.get(id);
    return row && !recipe.has(id) && !slots.has(id) ? [row] : [];
  });
}

/**
 * What the price holds of a Monster or Minimonster of one's own (docs/spec/ordering.md, "The order of the rules",
 * step 3).
 */
function Included({ model }: { model: Model }) {
  const included = model.product.ingredientMeta.includedToppings;
  if (!included) return null;
  const text =
    "worth" in included
      ? TOPPING.included(included.worth)
      : TOPPING.includedDoses(included.doses, Math.floor(included.doses / included.special));
  return <p className="quiet small">{text}</p>;
}
