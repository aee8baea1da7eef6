import { TriangleAlert } from "lucide-react";
import styles from "./Checkout.module.css";

/** What keeps an order from being sent, in words with their sign. */
export function Fault({ children }: { children: string }) {
  return (
    <span className={styles["fault"]}>
      <TriangleAlert size={17} strokeWidth={1.75} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
