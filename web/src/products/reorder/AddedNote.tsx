import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { letStand, OFFERED_MS, sayInDialog, takeBack, useJustAdded } from "../../shop/reorder/justAdded";
import { Button } from "../../ui/Button";
import styles from "./AddedNote.module.css";
import { ADDED } from "./texts";

/** Says what was added again, and takes it back for ten seconds; whoever points at it or stands in it has longer. */
export function AddedNote({ isInset = false }: { isInset?: boolean }) {
  const { count, at, isInDialog } = useJustAdded();
  const [isHeld, setHeld] = useState(false);
  const [undone, setUndone] = useState<number | null>(null);
  const isOffered = count > 0;
  useEffect(() => {
    if (!isOffered || isHeld) return undefined;
    const timer = setTimeout(() => letStand(at), OFFERED_MS);
    return () => clearTimeout(timer);
  }, [isOffered, isHeld, at]);
  useEffect(() => (isInset ? sayInDialog() : undefined), [isInset]);
  if (isInDialog && !isInset) return null;
  const undo = () => {
    setHeld(false);
    setUndone(at);
    // What kept it from being taken back is told over every page.
    void takeBack().catch(() => undefined);
  };
  const text = isOffered ? ADDED.added(count) : undone === at && at > 0 ? ADDED.undone : "";
  return (
    <div
      className={`${styles["note"]} ${isInset ? styles["inset"] : ""} ${isOffered ? "" : styles["gone"]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p role="status">{text}</p>
      {isOffered && (
        <Button look="line" onClick={undo}>
          <Undo2 size={18} strokeWidth={1.75} aria-hidden="true" />
          {ADDED.undo}
        </Button>
      )}
    </div>
  );
}
