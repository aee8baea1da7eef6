import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { ORDER_SETUP_MODAL } from "../../order-setup/modalName";
import { Button, ButtonLink } from "../../ui/Button";
import styles from "./MenuStates.module.css";
import { MENU } from "./texts";

const SHAPES = Array.from({ length: 6 }, (_, index) => index);

/** The menu is on its way: the shapes of its categories and cards, still, after a moment. */
export function MenuLoading() {
  return (
    <div className={styles["loading"]}>
      <p className="sr-only" role="status">
        {MENU.loading}
      </p>
      <div className={styles["parts"]}>
        {SHAPES.map((shape) => (
          <i key={shape} />
        ))}
      </div>
      <div className={styles["cards"]}>
        {SHAPES.map((shape) => (
          <i key={shape} />
        ))}
      </div>
    </div>
  );
}

/** The menu cannot be had. */
export function MenuFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles["state"]} role="alert">
      <DoorUnlit />
      <p>{MENU.failed}</p>
      <Button onClick={onRetry}>{MENU.retry}</Button>
    </div>
  );
}

/** A restaurant that sells nothing now. */
export function MenuEmpty() {
  return (
    <div className={styles["state"]}>
      <DoorUnlit />
      <p>{MENU.empty}</p>
      <ButtonLink to={`#${ORDER_SETUP_MODAL}`}>{MENU.otherShop}</ButtonLink>
    </div>
  );
}
