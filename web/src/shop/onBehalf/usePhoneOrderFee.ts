import { useEffect } from "react";
import { useShopper } from "../caller";
import { dispatch, useOrder } from "../cart/useCart";
import { useUser } from "../../session/useUser";

/** The call centre's orders ask for its fee, nobody else's say anything of it (CC-04). */
export function usePhoneOrderFee(): void {
  const isKnown = useUser() !== undefined;
  const { isStaff } = useShopper();
  const asked = useOrder(({ hasPhoneOrderFee }) => hasPhoneOrderFee);
  const wanted = isStaff ? (asked ?? true) : null;
  useEffect(() => {
    if (isKnown && asked !== wanted) void dispatch({ type: "setPhoneOrderFee", wanted }, true);
  }, [isKnown, asked, wanted]);
}
