import { type ComponentType, type ReactNode, useRef } from "react";
import { useNavigate } from "react-router";
import { useShopper } from "../shop/caller";
import type { OrderMethod } from "../shop/cart/order";
import styles from "./OrderSetup.module.css";
import type { Preset } from "./preset";
import { SaveBar } from "./SaveBar";
import { Blocked, isBlocked } from "./SetupSteps";
import { SETUP } from "./texts";
import { type Setup, useSetup } from "./useSetup";

interface OrderSetupProps {
  /** `inline` on the front page, `sheet` in the modal. */
  variant: "inline" | "sheet";
  /** How the steps are laid out: each page brings the one that it shows. */
  Steps: ComponentType<{ setup: Setup; bar: ReactNode }>;
  /** The restaurant that it was opened for (OS-05). */
  preset?: Preset | null;
  /** Hears what was saved; where nobody does, one goes on to the menu. */
  onSaved?: (method: OrderMethod) => void;
}

/** How, where, when and from which restaurant: one sheet, not a wizard (OS-03). */
export function OrderSetup({ variant, Steps, preset = null, onSaved }: OrderSetupProps) {
  const navigate = useNavigate();
  const { isStaff } = useShopper();
  const form = useRef<HTMLDivElement>(null);
  const setup = useSetup({
    variant,
    preset,
    isCallCentre: isStaff,
    onSaved: onSaved ?? (() => void navigate("/menu")),
  });
  const isInline = variant === "inline";

  function goToLack() {
    const step = form.current?.querySelector<HTMLElement>(`[data-lack="${setup.lack}"]`);
    const field = step?.matches("input") ? step : step?.querySelector<HTMLElement>("input, button");
    field?.focus();
  }

  return (
    <div ref={form} className={styles[variant]}>
      {isBlocked(setup) ? (
        <Blocked setup={setup} />
      ) : (
        <Steps
          setup={setup}
          bar={<SaveBar setup={setup} label={isInline ? SETUP.goShopping : SETUP.save} onLack={goToLack} />}
        />
      )}
    </div>
  );
}
