import { Search, X } from "lucide-react";
import { Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { LiveRegion } from "../../../ui/LiveRegion";
import { fragmentsOf } from "../../../ui/modal/hash";
import { useDebounced } from "../../../ui/useDebounced";
import { Findings } from "./code";
import styles from "./SearchField.module.css";
import { FIELD } from "./texts";
import { type Options, useOptions } from "./useOptions";

/** The field's fragment in the address: with it, it has the focus. */
const FRAGMENT = "haku";
/** Nobody looks for more letters. */
const MOST_LETTERS = 80;
/** So long somebody may go on typing before it is read out how much was found. */
const SAID_AFTER_MS = 500;

/** One field for dishes, toppings, parts of the menu and restaurants: a combobox of what is found. */
export function SearchField() {
  const id = useId();
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const [wasUsed, setUsed] = useState(false);
  const isAsked = text.trim() !== "";
  const options = useOptions(id, isAsked);
  const { setCount, isShown, at } = options;
  const settled = useDebounced(isAsked ? said : "", SAID_AFTER_MS);
  const hear = useCallback(
    (count: number, words: string) => {
      setCount(count);
      setSaid(words);
    },
    [setCount],
  );
  const write = (written: string) => {
    setText(written);
    options.restart();
  };
  return (
    <search className={styles["search"]} onBlur={options.onBlur}>
      <Box id={id} text={text} options={options} onWrite={write} onFirstUse={() => setUsed(true)} />
      {wasUsed && isAsked && (
        <div className={styles["panel"]} hidden={!isShown}>
          <Suspense fallback={<p className={styles["note"]}>{FIELD.loading}</p>}>
            <Findings id={id} text={text} at={at} onFound={hear} onChosen={options.close} />
          </Suspense>
        </div>
      )}
      <LiveRegion text={isShown ? settled : ""} />
    </search>
  );
}

interface BoxProps {
  id: string;
  text: string;
  options: Options;
  onWrite: (text: string) => void;
  onFirstUse: () => void;
}

/** The field itself, with what clears it. */
function Box({ id, text, options, onWrite, onFirstUse }: BoxProps) {
  const input = useFocusByAddress();
  const { isOpen, activeId } = options;
  return (
    <div className={styles["box"]}>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={FIELD.label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MOST_LETTERS}
        placeholder={FIELD.placeholder}
        spellCheck={false}
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        onFocus={() => {
          onFirstUse();
          options.restart();
        }}
        onKeyDown={(event) => options.onKeyDown(event, () => onWrite(""))}
      />
      {text !== "" && (
        <button
          type="button"
          className={styles["clear"]}
          aria-label={FIELD.clear}
          onClick={() => {
            onWrite("");
            input.current?.focus();
          }}
        >
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The field; it gets the focus when the address names it, once a dialog that led here has gone. */
function useFocusByAddress() {
  const input = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // Once for each press on the way here.
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!fragmentsOf(hash).includes(FRAGMENT) || done.current === key) return undefined;
    done.current = key;
    const focus = () => input.current?.focus();
    const dialog = document.querySelector("dialog[open]");
    focus();
    // It gives the focus back when it closes.
    dialog?.addEventListener("close", focus, { once: true });
    return () => dialog?.removeEventListener("close", focus);
  }, [hash, key]);
  return input;
}
