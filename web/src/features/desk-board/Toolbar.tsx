import { ChevronDown, List, Map as MapIcon, Search } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { BOARD } from "./texts";
import type { View } from "./filter";
import styles from "./Toolbar.module.css";
import type { Filtering } from "./useFilter";
import type { Restaurant } from "./useRestaurants";
import { useShortcuts } from "./useShortcuts";

interface ToolbarProps {
  filtering: Filtering;
  restaurants: Restaurant[];
}

/** Search, restaurant, and list or map; beside the logo. */
export function Toolbar({ filtering, restaurants }: ToolbarProps) {
  const { text, filter, openedId, view, change, look } = filtering;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ "/": () => field.current?.focus() });
  return (
    <search className={`${styles["tools"]} ${openedId === null ? "" : styles["opened"]}`}>
      <label className={styles["search"]}>
        <span className="sr-only">{BOARD.search}</span>
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          placeholder={BOARD.search}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={goToFinds}
        />
      </label>
      {restaurants.length > 1 && (
        <label className={styles["restaurant"]}>
          <span className="sr-only">{BOARD.restaurant}</span>
          <select
            value={filter.restaurantId ?? ""}
            onChange={(event) => change({ restaurantId: event.target.value || null })}
          >
            <option value="">{BOARD.allRestaurants}</option>
            {restaurants.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </label>
      )}
      <ViewSwitch view={view} onLook={look} />
    </search>
  );
}

/** Down from the search is the first of what it found. */
function goToFinds(event: KeyboardEvent) {
  const first = document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]');
  if (event.key !== "ArrowDown" || first === null) return;
  event.preventDefault();
  first.focus();
}

const VIEWS = [
  { view: "list", words: BOARD.list, Icon: List },
  { view: "map", words: BOARD.map, Icon: MapIcon },
] as const;

function ViewSwitch({ view, onLook }: { view: View; onLook: (view: View) => void }) {
  return (
    <div className={styles["views"]} role="group" aria-label={BOARD.view}>
      {VIEWS.map(({ view: one, words, Icon }) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onLook(one)}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {words}
        </button>
      ))}
    </div>
  );
}
