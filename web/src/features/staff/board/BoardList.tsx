import { ArrowUpDown } from "lucide-react";
import { useEffect, useState } from "react";
import type { Rows } from "../../../live/board/state";
import type { BoardState } from "../../../live/live";
import { Button } from "../../../ui/Button";
import { Pizza } from "../../../ui/food/Pizza";
import { recipeOf } from "../../../ui/food/recipe";
import { BOARD } from "../texts";
import styles from "./Board.module.css";
import { BoardTrouble } from "./BoardTrouble";
import type { BoardFilter } from "./filter";
import { Grid } from "./Grid";
import { OtherOrders } from "./OtherOrders";
import type { Selection } from "./selection";
import type { Filtering } from "./useFilter";
import type { Restaurant } from "./useRestaurants";
import { useSearch } from "./useSearch";
import { useSteady } from "./useSteady";

interface BoardListProps {
  state: BoardState;
  selection: Selection;
  filtering: Filtering;
  restaurants: Restaurant[];
  now: number;
  onRetry: () => void;
  onSignedOut: () => void;
}

const NO_ROWS: Rows = new Map();

/** The list of orders, with what is known of the connection above it and the search's finds below. */
export function BoardList(props: BoardListProps) {
  const { state, selection, filtering, restaurants, now, onRetry, onSignedOut } = props;
  const { filter, openedId, change, open } = filtering;
  const rows = state.rows ?? NO_ROWS;
  const [held, setHeld] = useState(false);
  const question = `${filter.text}|${filter.restaurantId ?? ""}|${filter.chip}`;
  const steady = useSteady({ question, sections: selection.sections, rows }, held);
  const search = useSearch(filter);
  const restaurantName = (id: string) => restaurants.find((one) => one.id === id)?.name ?? id;
  useEffect(() => {
    if (search.signedOut) onSignedOut();
  }, [search.signedOut, onSignedOut]);
  return (
    <div className={styles["list"]}>
      <BoardTrouble state={state} onRetry={onRetry} />
      {steady.changes > 0 && (
        <p className={styles["changes"]}>
          <Button look="quiet" onClick={steady.settle}>
            <ArrowUpDown size={18} strokeWidth={1.75} aria-hidden="true" />
            {BOARD.changes(steady.changes)} <span className="heard">{BOARD.showChanges}</span>
          </Button>
        </p>
      )}
      {steady.sections.length > 0 ? (
        <Grid
          label={BOARD.title}
          sections={steady.sections}
          rows={steady.rows}
          now={now}
          restaurantName={restaurantName}
          openedId={openedId}
          onOpen={open}
          onHold={setHeld}
        />
      ) : (
        <Nothing state={state} filtered={rows.size > 0} onShowAll={() => change(ALL)} />
      )}
      {search.wanted && (
        <OtherOrders
          search={search}
          board={rows}
          now={now}
          restaurantName={restaurantName}
          openedId={openedId}
          onOpen={open}
        />
      )}
    </div>
  );
}

const PLAIN = recipeOf([]);
const ALL: BoardFilter = { text: "", restaurantId: null, chip: "all" };

interface NothingProps {
  state: BoardState;
  /** Whether there are orders that the filter leaves out. */
  filtered: boolean;
  onShowAll: () => void;
}

/** Why the list is empty: not there yet, nobody has ordered, or the filter leaves nothing. */
function Nothing({ state, filtered, onShowAll }: NothingProps) {
  if (state.rows === null) {
    if (state.mode !== "opening") return null;
    return (
      <div className={styles["loading"]} role="status">
        <span className="heard">{BOARD.opening}</span>
        {Array.from({ length: 8 }, (_, index) => (
          <i key={index} />
        ))}
      </div>
    );
  }
  return (
    <div className={styles["empty"]}>
      {!filtered && (
        <svg viewBox="-106 -106 214 218" width={96} aria-hidden="true">
          <Pizza recipe={PLAIN} seed={12} />
        </svg>
      )}
      <h2>{filtered ? BOARD.noMatch : BOARD.none}</h2>
      <p>{filtered ? BOARD.noMatchLead : BOARD.noneLead}</p>
      {filtered && (
        <Button look="quiet" onClick={onShowAll}>
          {BOARD.showAll}
        </Button>
      )}
    </div>
  );
}
