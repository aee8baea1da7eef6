import { type KeyboardEvent, useEffect, useState } from "react";
import type { StaffMember } from "../../../api/wire";
import { ConnectionSign } from "../../../ui/ConnectionSign";
import { LiveRegion } from "../../../ui/LiveRegion";
import { PageFrame } from "../../../ui/PageFrame";
import { useNow } from "../../../ui/useNow";
import { OrderPanel } from "../order/OrderPanel";
import { useSession } from "../session/useStaff";
import { BOARD, SESSION } from "../texts";
import styles from "./Board.module.css";
import { BoardList } from "./BoardList";
import { Chips } from "./Chips";
import { rowId } from "./Row";
import { Toolbar } from "./Toolbar";
import { useBoard } from "./useBoard";
import { type Filtering, useFilter } from "./useFilter";
import { type Restaurant, useRestaurants } from "./useRestaurants";
import { useSelection } from "./useSelection";

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
  const now = useNow(COUNT_EVERY_MS);
  const { signOut, end } = useSession();
  const { openedId, filter, change } = filtering;
  const { problem, mode } = state;
  const selection = useSelection(state.rows, filter, now);
  const late = selection.counts.late;
  // The server has the last word on who may look.
  useEffect(() => {
    if (problem === "session-ended") end();
    if (problem === "too-large") onTooLarge();
    // What these do is asked for by the problem alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [problem]);

  function close() {
    filtering.close();
    if (openedId !== null) document.getElementById(rowId(openedId))?.focus();
  }

  function press({ key, target }: KeyboardEvent) {
    if (key === "Escape" && openedId !== null && !(target instanceof HTMLInputElement)) close();
  }

  return (
    <PageFrame
      wide
      tools={<Toolbar filtering={filtering} restaurants={restaurants} />}
      aside={
        <div className={styles["aside"]}>
          {mode !== "opening" && mode !== "ended" && <ConnectionSign connection={mode} />}
          <span className={styles["who"]}>{email}</span>
          <button type="button" className={styles["signOut"]} onClick={() => void signOut()}>
            {SESSION.signOut}
          </button>
        </div>
      }
    >
      <h1 className="heard">{BOARD.title}</h1>
      <LiveRegion text={late === 0 ? "" : BOARD.lateNow(late)} />
      {/* Escape closes the opened order wherever the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={`${styles["desk"]} ${openedId === null ? "" : styles["opened"]}`} onKeyDown={press}>
        <Chips
          counts={state.rows && selection.counts}
          chosen={filter.chip}
          onChoose={(chip) => change({ chip })}
        />
        <BoardList
          state={state}
          selection={selection}
          filtering={filtering}
          restaurants={restaurants}
          now={now}
          onRetry={retry}
          onSignedOut={end}
        />
        {openedId !== null && (
          <OrderPanel key={openedId} orderId={openedId} now={now} onClose={close} onSignedOut={end} />
        )}
      </div>
    </PageFrame>
  );
}
