import { Check, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { LETTERS_LEGEND } from "../../products/card/texts";
import { PictureFile } from "../../products/picture/PictureFile";
import { ALLERGENS } from "../../ui/texts";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { useTags } from "../../shop/catalog/useCatalog";
import styles from "./Filters.module.css";
import { FILTER } from "./texts";
import { isSame } from "./useTagFilter";

interface FiltersProps {
  tag: string | null;
  /** How many products the tag keeps. */
  matches: number | null;
  onToggle: (name: string) => void;
}

/** What to show of the menu, and what to warn of in it: one row on a phone, for the food comes first. */
export function Filters({ tag, matches, onToggle }: FiltersProps) {
  const tags = useTags().data ?? [];
  const id = useId();
  const [isAvoiding, setAvoiding] = useState(false);
  return (
    <div className={styles["filters"]}>
      <div className={styles["row"]} role="group" aria-label={FILTER.tags}>
        <AvoidButton panel={id} isOpen={isAvoiding} onPress={() => setAvoiding(!isAvoiding)} />
        {tags.map(({ name, imageUrl }) => (
          <button
            key={name}
            type="button"
            className={styles["chip"]}
            aria-pressed={isSame(tag, name)}
            onClick={() => onToggle(name)}
          >
            <PictureFile src={imageUrl} alt="" width={20} height={20} />
            {name}
          </button>
        ))}
      </div>
      <p className={styles["matches"]} role="status">
        {tag !== null && matches !== null && FILTER.matches(matches)}
      </p>
      {tag !== null && (
        <button type="button" className={styles["clear"]} onClick={() => onToggle(tag)}>
          {FILTER.clear}
        </button>
      )}
      <div id={id} className={styles["avoid"]} hidden={!isAvoiding}>
        {isAvoiding && <Avoided />}
      </div>
    </div>
  );
}

interface AvoidButtonProps {
  /** The id of what it opens. */
  panel: string;
  isOpen: boolean;
  onPress: () => void;
}

function AvoidButton({ panel, isOpen, onPress }: AvoidButtonProps) {
  const count = useOrder((order) => order.avoidAllergens.length);
  return (
    <button
      type="button"
      className={styles["chip"]}
      aria-expanded={isOpen}
      aria-controls={panel}
      onClick={onPress}
    >
      {count > 0 ? FILTER.avoiding(count) : FILTER.allergens}
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** Which of the fourteen allergens to warn of; kept with the order, so that the kitchen reads it too. */
function Avoided() {
  const avoided = useOrder((order) => order.avoidAllergens);
  const toggle = (allergen: string) => {
    const allergens = avoided.includes(allergen)
      ? avoided.filter((one) => one !== allergen)
      : [...avoided, allergen];
    dispatch({ type: "setAvoidAllergens", allergens }).catch(() => {});
  };
  return (
    <fieldset>
      <legend>{FILTER.allergensLead}</legend>
      {Object.entries(ALLERGENS).map(([allergen, name]) => (
        <label key={allergen} className={styles["allergen"]}>
          <input type="checkbox" checked={avoided.includes(allergen)} onChange={() => toggle(allergen)} />
          <Check size={16} strokeWidth={2.5} aria-hidden="true" />
          {name}
        </label>
      ))}
      <p className={styles["legend"]} aria-hidden="true">
        {LETTERS_LEGEND}
      </p>
    </fieldset>
  );
}
