import { ArrowUpDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Rows } from "../../../live/topics/board/state";
import type { BoardState } from "../../../live/live";
import { Button } from "../../../ui/Button";
import { Pizza } from "../../../art/food/Pizza";
import { recipeOf } from "../../../art/food/recipe";
import { BOARD } from "../texts";
import styles from "../Board.module.css";
import { BoardTrouble } from "../BoardTrouble";
import type { BoardFilter } from "../filter";
import { Grid } from "./Grid";
import { HeldArea } from "./HeldArea";
import { OtherOrders } from "./OtherOrders";
import type { Selection } from "../selection";
import type { Filtering } from "../useFilter";
import type { LateNews } from "../useLateNews";
import type { Restaurant } from "../useRestaurants";
import { useSearch } from "./useSearch";
import { useShortcuts } from "../useShortcuts";
import { useStableList } from "./useStableList";

interface BoardListProps {
  state: BoardState;
  selection: Selection;
  filtering: Filtering;
  restaurants: Restaurant[];
  /** The signed-in person's address. */
  email: string;
  late: LateNews;
  now: number;
  onRetry: () => void;
  onSignedOut: () => void;
}

const NO_ROWS: Rows = new Map();

/** The list of orders, with what is known of the connection above it and the search's finds below. */
export function BoardList(props: BoardListProps) {
  const { state, selection, filtering, restaurants, email, late, now, onRetry, onSignedOut } = props;
  const { filter, openedId, change, open } = filtering;
  const rows = state.rows ?? NO_ROWS;
  const [held, setHeld] = useState(false);
  const question = `${filter.text}|${filter.restaurantId ?? ""}|${filter.chip}`;
  const stable = useStableList({ question, sections: selection.sections, rows }, held);
  const search = useSearch(filter);
  const list = useRef<HTMLDivElement>(null);
  const orderIds = stable.sections.flatMap((section) => section.orderIds);
  useShortcuts({ j: () => openNext(1), k: () => openNext(-1) });

  function openNext(step: 1 | -1) {
    const at = openedId === null ? -1 : orderIds.indexOf(openedId);
    const next = orderIds[at === -1 ? 0 : at + step];
    if (next !== undefined) open(next);
  }

  function settle() {
    stable.settle();
    // The button goes with what it stood for.
    list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }

  const restaurantName = (id: string) => restaurants.find((one) => one.id === id)?.name ?? id;
  useEffect(() => {
    if (search.signedOut) onSignedOut();
  }, [search.signedOut, onSignedOut]);
  return (
    <div ref={list} className={styles["list"]}>
      <BoardTrouble state={state} onRetry={onRetry} />
      {stable.sections.length > 0 ? (
        <HeldArea onHold={setHeld}>
          {stable.changes > 0 && <Changes count={stable.changes} onSettle={settle} />}
          <Grid
            label={BOARD.title}
            sections={stable.sections}
            rows={stable.rows}
            now={now}
            restaurantName={restaurantName}
            ownEmail={email}
            openedId={openedId}
            onOpen={open}
            fresh={late.fresh}
            onSeen={late.onSeen}
          />
        </HeldArea>
      ) : (
        <Nothing state={state} filtered={rows.size > 0} onShowAll={() => change(ALL)} />
      )}
      {search.wanted && (
        <OtherOrders
          search={search}
          board={rows}
          now={now}
          restaurantName={restaurantName}
          ownEmail={email}
          openedId={openedId}
          onOpen={open}
        />
      )}
    </div>
  );
}

/** How much has changed while the list was held. */
function Changes({ count, onSettle }: { count: number; onSettle: () => void }) {
  return (
    <p className={styles["changes"]}>
      <Button look="quiet" onClick={onSettle}>
        <ArrowUpDown size={18} strokeWidth={1.75} aria-hidden="true" />
        {BOARD.changes(count)} <span className="sr-only">{BOARD.showChanges}</span>
      </Button>
    </p>
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
        <span className="sr-only">{BOARD.opening}</span>
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
