import { Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { ORDER } from "../texts";
import styles from "./Order.module.css";

/** The customer's link, to be sent to whoever has lost theirs. */
export function CopyLink({ url }: { url: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  async function copy() {
    field.current?.select();
    // Browsers give the clipboard to pages on https alone; there the link is at least chosen.
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setSaid(copied ? ORDER.copied : ORDER.notCopied);
  }
  return (
    <div className={styles["link"]}>
      <label htmlFor={id}>{ORDER.link}</label>
      <input id={id} ref={field} readOnly value={url} onFocus={(event) => event.target.select()} />
      <Button look="quiet" onClick={() => void copy()}>
        <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
        {ORDER.copy}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}
