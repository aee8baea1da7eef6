import { useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import { countOf, type Findings as Found } from "../../../search/index";
import { ALLERGENS } from "../../../ui/texts";
import { MOST, type Row, useGroups } from "./groups";
import styles from "./SearchField.module.css";
import { DIETS, FOUND } from "./foundTexts";
import { useCatalogue } from "./useCatalogue";

interface FindingsProps {
  /** The field's id, with which its options' begin. */
  id: string;
  text: string;
  /** Which of the options the arrow keys stand at; below 0 none. */
  at: number;
  /** Hears how many options there are, and what is to be read out. */
  onFound: (options: number, words: string) => void;
  onChosen: () => void;
}

/** What a text finds, in groups, and what was understood of it. */
export function Findings({ id, text, at, onFound, onChosen }: FindingsProps) {
  const searched = useCatalogue();
  const found = useMemo(() => searched.index.find(text), [searched, text]);
  const groups = useGroups(searched, found);
  const list = useRef<HTMLDivElement>(null);
  const options = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const words = saidOf(found);
  useEffect(() => onFound(options, words), [onFound, options, words]);
  useEffect(() => {
    list.current?.querySelectorAll("[role=option]")[at]?.scrollIntoView?.({ block: "nearest" });
  }, [at]);
  const hidden = found.dishes.length - MOST.dishes;
  return (
    <>
      <Understood found={found} />
      {options > 0 && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={FOUND.list}>
          {groups.map(({ title, rows, first }) => (
            <div key={title} role="group" aria-label={title}>
              <p className={styles["title"]} aria-hidden="true">
                {title}
              </p>
              {rows.map((row, index) => (
                <Option
                  key={row.key}
                  id={`${id}-${first + index}`}
                  row={row}
                  isActive={first + index === at}
                  onChosen={onChosen}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {hidden > 0 && <p className={styles["note"]}>{FOUND.more(hidden)}</p>}
    </>
  );
}

interface OptionProps {
  id: string;
  row: Row;
  isActive: boolean;
  onChosen: () => void;
}

function Option({ id, row, isActive, onChosen }: OptionProps) {
  return (
    <Link
      id={id}
      to={row.to}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      preventScrollReset
      className={styles["option"]}
      // The field keeps the focus, so the list is still there when the finger lifts.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChosen}
    >
      <span className={styles["picture"]}>{row.picture}</span>
      <span className={styles["words"]}>
        <b>{row.name}</b> <span>{row.lead}</span>
      </span>{" "}
      {row.price !== null && <span className={`whole ${styles["price"]}`}>{row.price}</span>}
    </Link>
  );
}

/** What is left out, and of what nothing is certain. */
function Understood({ found }: { found: Found }) {
  const notes = notesOf(found);
  if (notes.length === 0) return null;
  return (
    <div className={styles["understood"]}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

function notesOf(found: Found): string[] {
  const { allergens, diets, ingredients, unknown } = found.wishes;
  const left = [
    ...Object.keys(ALLERGENS).flatMap((id) => (allergens.includes(id) ? (ALLERGENS[id] ?? []) : [])),
    ...ingredients.map(({ name }) => name.toLocaleLowerCase("fi")),
  ];
  const notes = [
    ...(left.length > 0 ? [FOUND.without(left.join(", "))] : []),
    ...(diets.length > 0 ? [FOUND.diet(diets.map((diet) => DIETS[diet] ?? diet).join(", "))] : []),
  ];
  if (unknown.length > 0) return [unknown.includes("") ? FOUND.sayMore : FOUND.unknown(unknown.join(", "))];
  if (countOf(found) === 0) return [...notes, FOUND.none];
  return notes.length > 0 ? [...notes, FOUND.recipe] : [];
}

function saidOf(found: Found): string {
  const notes = notesOf(found);
  const count = countOf(found);
  return [...(count > 0 ? [FOUND.count(count)] : []), ...notes].join(". ");
}
