import { Check, Copy, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import styles from "./SecondFactor.module.css";
import { SECOND_FACTOR } from "./texts";

/** Codes for a lost phone: shown this once, to be copied or printed. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const list = useRef<HTMLOListElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => list.current?.focus(), []);
  const copy = async () => {
    // Browsers give the clipboard to pages on https alone; there the codes can still be chosen.
    const copied = await navigator.clipboard?.writeText(codes.join("\n")).then(
      () => true,
      () => false,
    );
    setCopied(copied ?? false);
  };
  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        className={styles["codes"]}
        aria-label={SECOND_FACTOR.codes}
        translate="no"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles["actions"]}>
        <Button look="line" onClick={() => void copy()}>
          {isCopied ? <Check {...SIGN} /> : <Copy {...SIGN} />}
          {isCopied ? SECOND_FACTOR.copied : SECOND_FACTOR.copy}
        </Button>
        <Button look="line" onClick={() => window.print()}>
          <Printer {...SIGN} />
          {SECOND_FACTOR.print}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isCopied ? SECOND_FACTOR.copied : ""}
      </p>
      <Button onClick={onDone}>{SECOND_FACTOR.done}</Button>
    </>
  );
}

const SIGN = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;
