import type { PaymentMethod } from "../../api/wire";
import styles from "./Bank.module.css";

type Issuer = PaymentMethod["issuers"][number];

/** The letters by which people know the banks (PY-03); their own marks are theirs. */
const SIGNS: Readonly<Record<string, string>> = {
  op: "OP",
  nordea: "N",
  danske: "DB",
  "s-pankki": "S",
  pop: "POP",
  omasp: "OmaSp",
  aktia: "A",
  handelsbanken: "H",
  saastopankki: "SP",
  alandsbanken: "ÅB",
};

/** Whether a bank is one that we know by sight; others are not offered (PY-04). */
export function hasSign({ id }: Issuer): boolean {
  return id in SIGNS;
}

/** A bank's sign and name. */
export function Bank({ bank: { id, name } }: { bank: Issuer }) {
  return (
    <span className={styles["bank"]}>
      <span className={styles["sign"]} aria-hidden="true">
        {SIGNS[id]}
      </span>
      <span>{name}</span>
    </span>
  );
}
