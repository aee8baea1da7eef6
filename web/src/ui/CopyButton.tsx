import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button";
import styles from "./CopyButton.module.css";
import { CODE } from "./ticketTexts";

interface CopyButtonProps {
  /** What is copied. */
  code: string;
  /** How long it says so, milliseconds. */
  saysFor: number;
}

/** So long it says that the browser refused. */
const REFUSED_MS = 4_000;

/** Copies a code, where the browser can, and says for a moment whether it has (AC-15, CP-10). */
export function CopyButton({ code, saysFor }: CopyButtonProps) {
  const [said, setSaid] = useState<{ isCopied: boolean } | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), said.isCopied ? saysFor : REFUSED_MS);
    return () => clearTimeout(timer);
  }, [said, saysFor]);
  // Browsers give the clipboard to pages on https alone.
  if (!canCopy()) return null;
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    );
    setSaid({ isCopied });
  };
  return (
    <span className={styles["place"]}>
      <Button look="quiet" aria-label={CODE.copyOf(code)} onClick={() => void copy()}>
        <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
        {CODE.copy}
      </Button>
      <span role="status" className={said === null ? undefined : styles[said.isCopied ? "said" : "refused"]}>
        {said !== null && (said.isCopied ? CODE.copied : CODE.notCopied)}
      </span>
    </span>
  );
}

function canCopy(): boolean {
  return typeof navigator.clipboard?.writeText === "function";
}
