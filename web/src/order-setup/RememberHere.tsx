import { remember, rememberNoMore, useIsRemembered } from "../shop/orders/rememberHere";
import { forgetHere } from "../shop/orders/thisBrowser";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/choice/Checkbox";
import { REMEMBER } from "./rememberTexts";

/** Whether address and last order stay in this browser, and the way to be rid of them (docs/spec/people.md, "This browser"). */
export function RememberHere({ onForgotten }: { onForgotten?: () => void }) {
  const isRemembered = useIsRemembered();
  const forget = () => {
    forgetHere();
    onForgotten?.();
  };
  return (
    <div>
      <Checkbox
        label={REMEMBER.label}
        detail={REMEMBER.detail}
        isChecked={isRemembered}
        onChange={(wanted) => (wanted ? remember() : rememberNoMore())}
      />
      {isRemembered && (
        <Button look="quiet" onClick={forget}>
          {REMEMBER.forget}
        </Button>
      )}
    </div>
  );
}
