import { memo, useMemo } from "react";
import type { IngredientSlot } from "../../api/wire";
import { type Build, type Fault, type Model } from "./configurator";
import { categoryWords } from "./facts/story";
import { useProductStory } from "./facts/useProductStory";
import { SlotFields } from "./parts/SlotFields";
import { optionsOf } from "./parts/slots";
import type { Send } from "./parts/lines";
import { Toppings } from "./parts/Toppings";
import { Upsells } from "./parts/Upsells";
import styles from "./IngredientChoices.module.css";
import { EDITOR, FAULT, SLOT } from "./texts";
import { fieldSections } from "./view";

interface IngredientChoicesProps {
  model: Model;
  build: Build;
  /** What was added since it was opened; see `useBuild`. */
  touched: readonly string[];
  /** What is wrong and should be said by now. */
  faults: readonly Fault[];
  isVegan?: boolean;
  send: Send;
}

/** All that can be chosen of a product but its size: base, slots, toppings, finish. Also for the items of a combo. */
export const IngredientChoices = memo(function IngredientChoices(props: IngredientChoicesProps) {
  const { model, build, touched, faults, isVegan = false, send } = props;
  const sections = useMemo(() => fieldSections(model), [model]);
  const story = useProductStory();
  const fields = (slot: IngredientSlot) => {
    // What is said of toppings stands under their heading.
    const hint = slot.categoryId === "toppings" ? null : categoryWords(story, slot.categoryId);
    return <Fields key={slot.id} {...{ slot, hint, model, build, faults, send }} />;
  };
  const own = sections.filter(({ header }) => header !== EDITOR.toppings);
  const ofToppings = sections.find(({ header }) => header === EDITOR.toppings)?.slots ?? [];
  return (
    <>
      {own.map(({ header, slots }) => (
        <section key={header} aria-label={header}>
          <h2>{header}</h2>
          <div className={styles["fields"]}>{slots.map(fields)}</div>
        </section>
      ))}
      {(model.product.editable || ofToppings.length > 0) && (
        <Toppings
          model={model}
          build={build}
          touched={touched}
          story={story}
          error={toppingError(faults)}
          send={send}
        >
          {ofToppings.length > 0 && <div className={styles["fields"]}>{ofToppings.map(fields)}</div>}
        </Toppings>
      )}
      <Upsells model={model} build={build} isVegan={isVegan} story={story} send={send} />
    </>
  );
});

const NOTHING: readonly never[] = [];

interface FieldsProps extends Omit<IngredientChoicesProps, "touched"> {
  slot: IngredientSlot;
  hint: string | null;
}

function Fields({ slot, hint, model, build, faults, send }: FieldsProps) {
  const options = useMemo(() => optionsOf(model, slot), [model, slot]);
  return (
    <SlotFields
      slot={slot}
      options={options}
      chosen={build.slots[slot.id] ?? NOTHING}
      hint={hint}
      error={slotError(slot, faults)}
      send={send}
    />
  );
}

function slotError(slot: IngredientSlot, faults: readonly Fault[]): string | null {
  for (const fault of faults) {
    if (fault.kind === "slot" && fault.slotId === slot.id) return fault.message ?? SLOT.missing(slot.label);
    if (fault.kind === "out-of-stock" && fault.slotId === slot.id) return FAULT.ranOut(fault.name);
  }
  return null;
}

function toppingError(faults: readonly Fault[]): string | null {
  for (const fault of faults) {
    if (fault.kind === "no-topping") return fault.isCustom ? FAULT.customNoTopping : FAULT.noTopping;
    if (fault.kind === "too-many-toppings") return FAULT.tooMany(fault.most);
    if (fault.kind === "out-of-stock" && fault.slotId === null) return FAULT.ranOut(fault.name);
  }
  return null;
}
