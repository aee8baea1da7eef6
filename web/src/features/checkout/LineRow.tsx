import { Pencil, Trash2, TriangleAlert } from "lucide-react";
import { dispatch } from "../../shop/cart/useCart";
import { ModalLink } from "../../ui/modal/ModalLink";
import { Price } from "../../ui/Price";
import { Stepper } from "../../ui/Stepper";
import { editModal } from "./editModalName";
import { LinePicture } from "./LinePicture";
import styles from "./Lines.module.css";
import type { LineView } from "./lineView";
import { LINES } from "./texts";

interface LineRowProps {
  line: LineView;
  isPending: boolean;
  /** Whether it belongs to a combo: then it has neither stepper nor a price of its own. */
  isPart?: boolean;
  onRemove?: () => void;
}

/** A line: picture, name, size, what was changed, how many, and what it costs (CA-03). */
export function LineRow({ line, isPending, isPart = false, onRemove }: LineRowProps) {
  const { item, size, added, removed, notes } = line;
  // What is part of a combo has no other size.
  const canEdit = !isPart || line.hasFillings;
  return (
    <li className={`${styles["line"]} ${isPart ? styles["part"] : ""} ${line.isGone ? styles["gone"] : ""}`}>
      <span className={styles["picture"]}>
        <LinePicture line={line} size={76} />
      </span>
      <div className={styles["words"]}>
        <div className={styles["head"]}>
          <h3>{item.name}</h3>
          {!isPart && (
            <p className={styles["price"]}>
              <Price amount={line.price} before={line.before} isPending={isPending} />
            </p>
          )}
        </div>
        {size !== null && <p>{size}</p>}
        {added.map((name) => (
          <p key={name}>+ {name}</p>
        ))}
        {removed.map((name) => (
          <p key={name}>− {name}</p>
        ))}
        {notes.map((note) => (
          <p key={note} className={styles["note"]}>
            <TriangleAlert size={17} strokeWidth={1.75} aria-hidden="true" />
            {note}
          </p>
        ))}
      </div>
      <div className={styles["tools"]}>
        {!isPart && <Count line={line} />}
        {canEdit && (
          <ModalLink
            name={editModal(item.uuid)}
            className={styles["tool"]}
            label={`${isPart ? LINES.editFillings : LINES.edit}: ${item.name}`}
          >
            <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>{isPart ? LINES.editFillings : LINES.edit}</span>
          </ModalLink>
        )}
        {onRemove && (
          <button
            type="button"
            className={styles["tool"]}
            aria-label={LINES.remove(item.name)}
            onClick={onRemove}
          >
            <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
}

/** How many; it never goes below one (CA-04). */
function Count({ line: { item } }: { line: LineView }) {
  const change = (type: "increaseItem" | "decreaseItem") => void dispatch({ type, uuid: item.uuid });
  return (
    <Stepper
      value={item.quantity}
      moreLabel={LINES.more(item.name)}
      lessLabel={LINES.less(item.name)}
      onMore={() => change("increaseItem")}
      onLess={() => change("decreaseItem")}
      canMore={item.quantity < MOST}
      canLess={item.quantity > 1}
    />
  );
}

const MOST = 99;
