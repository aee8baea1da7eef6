import { Search } from "lucide-react";
import { BOARD } from "../texts";
import styles from "./Toolbar.module.css";
import type { Filtering } from "./useFilter";
import type { Restaurant } from "./useRestaurants";

interface ToolbarProps {
  filtering: Filtering;
  restaurants: Restaurant[];
}

/** Search and restaurant, beside the logo. */
export function Toolbar({ filtering, restaurants }: ToolbarProps) {
  const { text, filter, openedId, change } = filtering;
  return (
    <search className={`${styles["tools"]} ${openedId === null ? "" : styles["opened"]}`}>
      <label className={styles["search"]}>
        <span className="heard">{BOARD.search}</span>
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          placeholder={BOARD.search}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </label>
      {restaurants.length > 1 && (
        <label className={styles["restaurant"]}>
          <span className="heard">{BOARD.restaurant}</span>
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
        </label>
      )}
    </search>
  );
}
