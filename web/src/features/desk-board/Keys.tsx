import { Keyboard } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "../../ui/Button";
import { KEYS } from "./texts";
import account from "./Account.module.css";
import styles from "./Keys.module.css";
import { useShortcutsOn } from "./preference";
import { useShortcuts } from "./useShortcuts";

/** The keys that do something here, behind a button; and the switch that turns the single-letter ones off. */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { on: areOn } = useShortcutsOn();
  const id = useId();
  const open = () => dialog.current?.showModal();
  useShortcuts({ "?": open });
  return (
    <>
      <button
        type="button"
        className={`${account["icon"]} ${styles["opener"]}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Keyboard size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{KEYS.title}</span>
      </button>
      <dialog ref={dialog} className={styles["dialog"]} aria-labelledby={id}>
        <h2 id={id}>{KEYS.title}</h2>
        <dl>
          {KEYS.list.map(([keys, what]) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label>
          <input
            type="checkbox"
            checked={areOn}
            onChange={(event) => useShortcutsOn.setState({ on: event.target.checked })}
          />
          {KEYS.areOn}
        </label>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          {KEYS.close}
        </Button>
      </dialog>
    </>
  );
}
