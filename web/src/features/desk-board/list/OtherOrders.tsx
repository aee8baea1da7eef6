import { Button } from "../../../ui/Button";
import { SEARCH } from "../texts";
import { Grid } from "./Grid";
import styles from "../Board.module.css";
import type { Rows } from "../../../live/topics/board/state";
import type { Search } from "./useSearch";

interface OtherOrdersProps {
  search: Search;
  /** What stands on the board already is not said twice. */
  board: Rows;
  now: number;
  restaurantName: (id: string) => string;
  ownEmail: string;
  openedId: string | null;
  onOpen: (orderId: string) => void;
}

/** What the search finds beyond the board. */
export function OtherOrders(props: OtherOrdersProps) {
  const { search, board, now, restaurantName, ownEmail, openedId, onOpen } = props;
  const others = search.orders?.filter(({ orderId }) => !board.has(orderId)) ?? null;
  const rows: Rows = new Map(others?.map((order) => [order.orderId, order]));
  return (
    <section className={styles["others"]} aria-label={SEARCH.title}>
      <h2>{SEARCH.title}</h2>
      <p className="quiet small">{SEARCH.lead}</p>
      <p className={styles["answer"]} role="status">
        {others === null && !search.failed && SEARCH.searching}
        {others?.length === 0 && !search.hasMore && SEARCH.none}
        {search.failed && SEARCH.failed}
      </p>
      {others !== null && others.length > 0 && (
        <Grid
          label={SEARCH.title}
          sections={[{ name: "onTime", orderIds: [...rows.keys()] }]}
          rows={rows}
          now={now}
          restaurantName={restaurantName}
          ownEmail={ownEmail}
          openedId={openedId}
          onOpen={onOpen}
        />
      )}
      {search.failed && (
        <Button look="quiet" onClick={search.retry}>
          {SEARCH.retry}
        </Button>
      )}
      {search.hasMore && !search.failed && (
        <Button look="quiet" onClick={search.more} aria-disabled={search.loadingMore}>
          {search.loadingMore ? SEARCH.loading : SEARCH.more}
        </Button>
      )}
    </section>
  );
}
