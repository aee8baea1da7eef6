import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { StaffMember } from "../../api/wire";
import type { BoardState } from "../../live/live";
import { LiveRegion } from "../../ui/LiveRegion";
import { PageFrame } from "../../ui/PageFrame";
import { useNow } from "../../ui/useNow";
import { usePageTitle } from "../../ui/usePageTitle";
import { OrderPanel } from "./order/OrderPanel";
import { useSession } from "../../session/useSession";
import { BOARD } from "./texts";
import { Account } from "./Account";
import styles from "./Board.module.css";
import { BoardList } from "./list/BoardList";
import { Chips } from "./Chips";
import { CityView } from "./city/CityView";
import { CHIPS, isFilter } from "./filter";
import type { Selection } from "./selection";
import { Toolbar } from "./Toolbar";
import { useBoard } from "./useBoard";
import { type Filtering, useFilter } from "./useFilter";
import { useLateNews } from "./useLateNews";
import { type Restaurant, useRestaurants } from "./useRestaurants";
import { useSelection } from "./useSelection";
import { useShortcuts } from "./useShortcuts";

/** How often minutes are counted anew. */
const COUNT_EVERY_MS = 5_000;

/** The board of somebody who is signed in. */
export function BoardView({ member }: { member: StaffMember }) {
  const restaurants = useRestaurants(member.restaurantIds);
  const filtering = useFilter();
  // A board that is too large for one view is asked for one restaurant at a time.
  const [tooLarge, setTooLarge] = useState(false);
  const { restaurantId } = filtering.filter;
  const asked = tooLarge && restaurantId !== null ? restaurantId : "";
  return (
    <Desk
      key={asked}
      asked={asked}
      email={member.email}
      restaurants={restaurants}
      filtering={filtering}
      onTooLarge={() => setTooLarge(true)}
    />
  );
}

interface DeskProps {
  /** The restaurant whose board is asked for; `""` for all. */
  asked: string;
  email: string;
  restaurants: Restaurant[];
  filtering: Filtering;
  onTooLarge: () => void;
}

function Desk({ asked, email, restaurants, filtering, onTooLarge }: DeskProps) {
  const { state, retry } = useBoard(asked === "" ? [] : [asked]);
  const now = useNow(COUNT_EVERY_MS) + state.clockOffset;
  const { signOut, end } = useSession();
  const { openedId, filter, view, change, open, close } = filtering;
  const selection = useSelection(state.rows, filter, now);
  const wanted = useWanted(isFilter(filter), selection);
  const late = useLateNews(state.rows, filter.restaurantId);
  usePageTitle(late.count === 0 ? BOARD.title : `${BOARD.lateTitle(late.count)} · ${BOARD.title}`);
  useFocusReturned(openedId);
  useShortcuts(Object.fromEntries(CHIPS.map((chip, at) => [String(at + 1), () => change({ chip })])));
  useProblem(state.problem, end, onTooLarge);

  function press({ key, target }: KeyboardEvent) {
    if (key === "Escape" && openedId !== null && !(target instanceof HTMLInputElement)) close();
  }

  return (
    <PageFrame
      wide
      tools={<Toolbar filtering={filtering} restaurants={restaurants} />}
      aside={<Account connection={connectionOf(state)} email={email} onSignOut={() => void signOut()} />}
    >
      <h1 className="sr-only">{BOARD.title}</h1>
      <LiveRegion text={late.said} />
      {/* Escape closes the opened order wherever the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={`${styles["desk"]} ${openedId === null ? "" : styles["opened"]}`} onKeyDown={press}>
        <Chips
          counts={state.rows && selection.counts}
          chosen={filter.chip}
          onChoose={(chip) => change({ chip })}
        />
        {view === "list" ? (
          <BoardList
            {...{ state, selection, filtering, restaurants, email, late, now }}
            onRetry={retry}
            onSignedOut={end}
          />
        ) : (
          <CityView
            {...{ state, wanted, restaurants, openedId, now }}
            asked={asked === "" ? [] : [asked]}
            restaurantId={filter.restaurantId}
            onOpen={open}
            onRetry={retry}
          />
        )}
        {openedId !== null && (
          <OrderPanel
            key={openedId}
            orderId={openedId}
            row={state.rows?.get(openedId)}
            now={now}
            onClose={close}
            onSignedOut={end}
          />
        )}
      </div>
    </PageFrame>
  );
}

/** How the connection stands; none before it is there and after the end. */
function connectionOf({ mode }: BoardState) {
  return mode === "opening" || mode === "ended" ? null : mode;
}

/** The orders that a filter leaves; none where nothing is filtered. */
function useWanted(isFiltered: boolean, selection: Selection): ReadonlySet<string> | null {
  return useMemo(
    () => (isFiltered ? new Set(selection.sections.flatMap(({ orderIds }) => orderIds)) : null),
    [isFiltered, selection],
  );
}

/** The server has the last word on who may look. */
function useProblem(problem: BoardState["problem"], end: () => void, onTooLarge: () => void) {
  useEffect(() => {
    if (problem === "session-ended") end();
    if (problem === "too-large") onTooLarge();
    // What these do is asked for by the problem alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [problem]);
}

/** Whoever closes an order is where they opened it, however they closed it, and before anybody can see them elsewhere. */
function useFocusReturned(openedId: string | null) {
  const before = useRef(openedId);
  useLayoutEffect(() => {
    const closed = before.current;
    before.current = openedId;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (openedId === null && closed !== null && isLost)
      document.querySelector<HTMLElement>(`[data-order="${CSS.escape(closed)}"]`)?.focus();
  }, [openedId]);
}
