import { ChevronDown, Search } from "lucide-react";
import { memo, useId, useMemo, useState } from "react";
import type { IngredientRow } from "../../../api/wire";
import { type Build, dosesOn, type Model } from "../configurator";
import { categoryWords, type ProductStory } from "../facts/story";
import { EDITOR, GROUPS, TOPPING } from "../texts";
import { addableGroups, findRows, type IngredientGroup, suggestedRows } from "../view";
import { IngredientLine } from "./IngredientLine";
import { lineOf, type Send } from "./lines";
import styles from "./Toppings.module.css";

interface LinesProps {
  model: Model;
  build: Build;
  send: Send;
}

interface MoreToppingsProps extends LinesProps {
  /** What the editors say of sauces and spices (PD-18). */
  story: ProductStory;
}

/** Groups that are a category of their own, of which the editors may say something. */
const CATEGORIES: Readonly<Record<string, string>> = { sauces: "sauces", "5": "spices" };

/** From so many on there is a field to find one. */
const LONG = 16;

/** Everything that can be added, in groups that open, or found while one types (PD-04, PD-56). */
export function MoreToppings({ model, build, story, send }: MoreToppingsProps) {
  const id = useId();
  const groups = useMemo(() => addableGroups(model), [model]);
  const suggested = useMemo(() => suggestedRows(model), [model]);
  const [term, setTerm] = useState("");
  const count = groups.reduce((all, { rows }) => all + rows.length, 0);
  if (count === 0) return null;
  const open = (group: string) => model.product.custom && group === groups[0]?.id;
  return (
    <div className={styles["more"]} role="group" aria-labelledby={id}>
      <h3 id={id}>{EDITOR.moreToppings}</h3>
      {count >= LONG && <Find term={term} onChange={setTerm} />}
      {term.trim() === "" ? (
        <>
          {suggested.length > 0 && (
            <Group
              id="suggested"
              title={TOPPING.suggested}
              rows={suggested}
              isOpen
              {...{ model, build, send }}
            />
          )}
          {groups.map((group) => (
            <Group
              key={group.id}
              {...group}
              title={GROUPS[group.id] ?? group.id}
              words={categoryWords(story, CATEGORIES[group.id] ?? "")}
              isOpen={open(group.id)}
              {...{ model, build, send }}
            />
          ))}
        </>
      ) : (
        <Found term={term} groups={groups} {...{ model, build, send }} />
      )}
    </div>
  );
}

const Find = memo(function Find({ term, onChange }: { term: string; onChange: (term: string) => void }) {
  return (
    <label className={styles["find"]}>
      <span className="sr-only">{TOPPING.find}</span>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="search"
        autoComplete="off"
        placeholder={TOPPING.find}
        value={term}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
});

interface GroupProps extends LinesProps {
  id: string;
  title: string;
  words?: string | null;
  rows: readonly IngredientRow[];
  isOpen: boolean;
}

/** A group; what is in it is drawn when it is opened. */
function Group({ title, words = null, rows, isOpen, model, build, send }: GroupProps) {
  const [open, setOpen] = useState(isOpen);
  const chosen = rows.reduce((doses, { id }) => doses + dosesOn(model, build, id), 0);
  return (
    <details
      className={styles["group"]}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {title}
        {chosen > 0 && <span className={styles["count"]}>{chosen}</span>}
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      {open && (
        <>
          {words !== null && <p className={styles["words"]}>{words}</p>}
          <Lines rows={rows} {...{ model, build, send }} />
        </>
      )}
    </details>
  );
}

function Found({ term, groups, ...rest }: LinesProps & { term: string; groups: readonly IngredientGroup[] }) {
  const rows = findRows(
    groups.flatMap((group) => group.rows),
    term,
  );
  return (
    <>
      <p className="quiet small" role="status">
        {rows.length === 0 ? TOPPING.none(term.trim()) : TOPPING.found(rows.length)}
      </p>
      <Lines rows={rows} {...rest} />
    </>
  );
}

function Lines({ rows, model, build, send }: LinesProps & { rows: readonly IngredientRow[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <IngredientLine key={row.id} {...lineOf(model, build, row)} send={send} />
      ))}
    </ul>
  );
}
