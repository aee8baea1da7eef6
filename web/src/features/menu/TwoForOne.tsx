import { Link } from "react-router";
import { useNow } from "../../ui/useNow";
import { TWO_FOR_ONE } from "./texts";
import styles from "./TwoForOne.module.css";
import { isTwoForOne } from "./twoForOneTime";

/** The banner of two for one, on its days (MN-27). */
export function TwoForOne({ isLunchTime }: { isLunchTime: boolean }) {
  const now = useNow(60_000);
  if (!isTwoForOne(now, isLunchTime)) return null;
  return (
    <Link to="/osta2maksa1" className={styles["banner"]}>
      <b>{TWO_FOR_ONE.title}</b>
      <span>{TWO_FOR_ONE.lead}</span>
    </Link>
  );
}
