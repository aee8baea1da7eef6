import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { OrderItem } from "../../shop/cart/order";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { useCombos } from "../../shop/catalog/useCatalog";
import { ClearCart } from "../../products/ClearCart";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Price } from "../../ui/Price";
import { LineRow } from "./LineRow";
import styles from "./Lines.module.css";
import { type LineGroup, groupsOf } from "./lineView";
import { LINES } from "./texts";

/** What is in the cart, and the ways to change it. */
export function Lines() {
  const order = useOrder((whole) => whole);
  const [removed, setRemoved] = useState<OrderItem | null>(null);
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const remove = (item: OrderItem) => {
    setRemoved(item);
    void dispatch({ type: "removeItem", uuid: item.uuid });
  };
  return (
    <Card
      title={LINES.title(count)}
      aside={
        order.items.length > 0 && (
          <ClearCart>
            {(ask) => (
              <button type="button" className={styles["clear"]} onClick={ask}>
                {LINES.clear}
              </button>
            )}
          </ClearCart>
        )
      }
    >
      <ul className={styles["lines"]}>
        {groupsOf(order).map((group) =>
          group.type === "combo" ? (
            <Combo key={group.comboId} group={group} isPending={!order.isPriced} />
          ) : (
            <LineRow
              key={group.line.item.uuid}
              line={group.line}
              isPending={!order.isPriced}
              onRemove={() => remove(group.line.item)}
            />
          ),
        )}
      </ul>
      <div role="status">
        {removed && (
          <p className={styles["removed"]}>
            {LINES.removed(removed.name)}
            <Button
              look="quiet"
              onClick={() => {
                void dispatch({ type: "addItem", item: removed, quantity: removed.quantity });
                setRemoved(null);
              }}
            >
              {LINES.undo}
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}

/** A combo: its products under its name, with one price (CA-05). */
function Combo({ group, isPending }: { group: LineGroup & { type: "combo" }; isPending: boolean }) {
  const { data: combos } = useCombos();
  const name = combos?.find(({ promotionCode }) => promotionCode === group.code)?.name ?? LINES.combo;
  return (
    <li className={styles["combo"]}>
      <div className={styles["comboHead"]}>
        <h3>{name}</h3>
        <Price amount={group.price} isPending={isPending} />
        <button
          type="button"
          className={styles["tool"]}
          aria-label={LINES.removeCombo(name)}
          onClick={() => void dispatch({ type: "removeCombo", comboId: group.comboId })}
        >
          <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <ul>
        {group.lines.map((line) => (
          <LineRow key={line.item.uuid} line={line} isPending={isPending} isPart />
        ))}
      </ul>
    </li>
  );
}
