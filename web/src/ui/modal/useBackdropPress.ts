import { useEffect, useEffectEvent, type RefObject } from "react";

/** Calls when somebody presses beside the dialog; who marks text beyond its edge began inside, and means no such thing. */
export function useBackdropPress(ref: RefObject<HTMLDialogElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    let hasBegunOutside = false;
    const begin = (event: Event) => {
      hasBegunOutside = event.target === dialog;
    };
    const end = (event: Event) => {
      if (hasBegunOutside && event.target === dialog) press();
    };
    dialog.addEventListener("pointerdown", begin);
    dialog.addEventListener("click", end);
    return () => {
      dialog.removeEventListener("pointerdown", begin);
      dialog.removeEventListener("click", end);
    };
  }, [ref]);
}
