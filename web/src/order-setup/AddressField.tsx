import { MapPin, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { SuggestedPlace } from "../api/wire";
import type { DraftChange, Draft } from "./draft";
import styles from "./Field.module.css";
import { LocateButton } from "./LocateButton";
import { ADDRESS, SETUP } from "./texts";
import { type AddressProblem, type AddressSearch, useAddressSearch } from "./useAddressSearch";
import { useLocate } from "./useLocate";

/** From here on more letters help (OS-22). */
const MANY = 5;

interface AddressFieldProps {
  draft: Draft;
  act: (change: DraftChange) => void;
}

/** The field for a delivery's address: a combobox of what it may mean. */
export function AddressField({ draft, act }: AddressFieldProps) {
  const id = useId();
  const search = useAddressSearch(draft, act);
  const { suggestions, problem } = search;
  const locating = useLocate(search.chooseNearest);
  const input = useNumberWritten(problem);
  const { isOpen, at, choose, onKeyDown, open, close, restart } = useSuggestionList(search);

  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{SETUP.address}</label>
      <div className={styles["box"]}>
        <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          placeholder={ADDRESS.placeholder}
          data-lack="address"
          value={draft.addressText}
          onChange={(event) => {
            restart();
            search.write(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            search.finish();
          }}
          onFocus={open}
        />
        <LocateButton state={locating.state} onPress={locating.locate} />
      </div>
      <div className={styles["list"]} hidden={!isOpen}>
        <Suggestions id={id} suggestions={suggestions} at={at} onChoose={choose} />
        {suggestions.length >= MANY && <p className={styles["many"]}>{ADDRESS.many}</p>}
      </div>
      <p className="sr-only" role="status">
        {search.isLoading ? SETUP.loading : isOpen ? ADDRESS.found(suggestions.length) : ""}
      </p>
      <div id={`${id}-problem`} role="alert">
        {problem !== null && <Problem problem={problem} />}
      </div>
    </div>
  );
}

/** The list of what the field may mean: whether it is open, and which of it the arrow keys stand at. */
function useSuggestionList(search: AddressSearch) {
  const { suggestions } = search;
  // What was written before the page was loaded anew opens no list until one goes on with it.
  const [isClosed, setClosed] = useState(true);
  const [active, setActive] = useState(-1);
  const isOpen = suggestions.length > 0 && !isClosed;
  const at = isOpen && active < suggestions.length ? active : -1;

  const choose = (suggestion: SuggestedPlace | undefined) => {
    if (!suggestion) return;
    setActive(-1);
    void search.choose(suggestion);
  };

  function onKeyDown(event: KeyboardEvent) {
    const count = suggestions.length;
    if (event.key === "Escape" && isOpen) setClosed(true);
    else if (event.key === "ArrowDown" && count > 0) setActive(isOpen ? (at + 1) % count : 0);
    else if (event.key === "ArrowUp" && count > 0) setActive(at > 0 ? at - 1 : count - 1);
    else if (event.key === "Enter") {
      if (isOpen) choose(suggestions[Math.max(at, 0)]);
      else search.finish();
    } else return;
    // The list closes first, the sheet that it stands on second.
    event.preventDefault();
    if (event.key.startsWith("Arrow")) setClosed(false);
  }

  return {
    isOpen,
    at,
    choose,
    onKeyDown,
    open: () => setClosed(false),
    close: () => setClosed(true),
    /** Opens it anew, at none of it. */
    restart() {
      setClosed(false);
      setActive(-1);
    },
  };
}

/** The field; it has the focus, at its end, when a number is to be written behind a street. */
function useNumberWritten(problem: AddressProblem | null) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (problem !== "noNumber" || !field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [problem]);
  return input;
}

interface SuggestionsProps {
  /** The field's id. */
  id: string;
  suggestions: readonly SuggestedPlace[];
  /** Which of them the arrow keys stand at; below 0 none. */
  at: number;
  onChoose: (suggestion: SuggestedPlace) => void;
}

function Suggestions({ id, suggestions, at, onChoose }: SuggestionsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={ADDRESS.suggestions}>
      {suggestions.map((suggestion, index) => (
        <button
          key={suggestion.placeId}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={styles["option"]}
          // The field keeps the focus, so the list is still there when the finger lifts.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.label}
        </button>
      ))}
    </div>
  );
}

function Problem({ problem }: { problem: AddressProblem }) {
  return (
    <>
      <p className={styles["error"]}>
        <TriangleAlert size={17} strokeWidth={1.75} aria-hidden="true" />
        <span>{ADDRESS[problem]}</span>
      </p>
      {problem === "unknown" && <p className={styles["help"]}>{ADDRESS.unknownHelp}</p>}
    </>
  );
}
