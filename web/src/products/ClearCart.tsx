import { type ReactNode, useState } from "react";
import { dispatch } from "../shop/cart/useCart";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/modal/Dialog";
import { CLEAR_CART } from "./clearCartTexts";
import styles from "./ClearCart.module.css";

/** Empties the cart once it was asked for twice (CA-12); `children` draws the button that asks first. */
export function ClearCart({ children }: { children: (ask: () => void) => ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      {children(() => setAsked(true))}
      <Dialog
        isOpen={isAsked}
        onClose={close}
        title={CLEAR_CART.title}
        size="small"
        footer={
          <div className={styles["answers"]}>
            <Button look="quiet" onClick={close}>
              {CLEAR_CART.no}
            </Button>
            <Button
              onClick={() => {
                close();
                void dispatch({ type: "clear" });
              }}
            >
              {CLEAR_CART.yes}
            </Button>
          </div>
        }
      >
        <p>{CLEAR_CART.question}</p>
      </Dialog>
    </>
  );
}
