import { Users } from "lucide-react";
import { useStaff } from "../../../session/useStaff";
import { ORDER } from "../texts";
import styles from "./Order.module.css";

/** Which colleagues have the order open too, so that one customer is not called twice. */
export function Lookers({ addresses }: { addresses: readonly string[] }) {
  const { member } = useStaff();
  const others = addresses.filter((address) => address !== member?.email);
  return (
    <p className={styles["lookers"]} role="status">
      {others.length > 0 && (
        <>
          <Users size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{ORDER.openedAlso(others)}</span>
        </>
      )}
    </p>
  );
}
