import { Share2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../ui/Button";
import { Modal } from "../../ui/modal/Modal";
import { useModal } from "../../ui/modal/useModal";
import { productPath } from "../productPath";
import { type Build, type Model, sharedDoses } from "./configurator";
import styles from "./Share.module.css";
import { SHARE } from "./texts";

/** Its fragment in the address (SH-20). */
const SHARE_MODAL = "share-product-modal";

/** For a product of one's own: a link to it, once something was added to it (PD-08, PD-32 to PD-35). */
export function Share({ model, build }: { model: Model; build: Build }) {
  const { open } = useModal(SHARE_MODAL);
  const [asksForMore, setAsksForMore] = useState(false);
  const id = useId();
  const doses = sharedDoses(model, build);
  return (
    <div className={styles["share"]}>
      <Button
        look="quiet"
        aria-describedby={id}
        onClick={() => {
          setAsksForMore(doses === null);
          if (doses !== null) open();
        }}
      >
        <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
        {SHARE.open}
      </Button>
      <p id={id} role="status" className="quiet small">
        {asksForMore && doses === null && SHARE.nothing}
      </p>
      {doses !== null && <ShareModal link={linkOf(model, doses)} />}
    </div>
  );
}

/** Ids of the doses with semicolons between them, and the size that they are of. */
function linkOf({ product }: Model, doses: string): string {
  const query = new URLSearchParams({ sizeId: product.sizeId, ingredients: doses });
  return `${window.location.origin}${productPath(product.slug)}?${query.toString()}`;
}

function ShareModal({ link }: { link: string }) {
  const { close } = useModal(SHARE_MODAL);
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setState("copied");
    } catch {
      // The browser has no clipboard, or keeps it shut.
      setState("failed");
    }
  };
  return (
    <Modal
      name={SHARE_MODAL}
      title={SHARE.title}
      size="small"
      onClosed={() => setState("idle")}
      footer={
        <>
          <Button onClick={() => void copy()}>{SHARE.copy}</Button>
          <Button look="quiet" onClick={close}>
            {SHARE.back}
          </Button>
        </>
      }
    >
      <p>{SHARE.text}</p>
      <p role="status" className={state === "failed" ? styles["failed"] : styles["copied"]}>
        {state === "copied" && SHARE.copied}
        {state === "failed" && SHARE.failed}
      </p>
      {state === "failed" && (
        <input
          className={styles["link"]}
          readOnly
          aria-label={SHARE.failed}
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
    </Modal>
  );
}
