import { useState } from "react";
import { patch } from "../../api/client";
import { sendAsUser } from "../../session/asUser";
import { useUser } from "../../session/useUser";
import { useUserActions } from "../../session/useUserActions";
import { CUSTOMER } from "../../session/session";
import { Checkbox } from "../../ui/choice/Checkbox";
import { Fault } from "./Fault";
import { METHODS } from "./texts";

/** Has the chosen method chosen next time too; for the signed in (PY-10). */
export function Remember({ method, option }: { method: string; option: string | null }) {
  const user = useUser();
  const { update } = useUserActions();
  const [wish, setWish] = useState<boolean | null>(null);
  const [isFailed, setFailed] = useState(false);
  if (user?.customerSegment !== CUSTOMER) return null;
  const isPreferred = wish ?? user.preferredPaymentMethod?.id === method;
  const prefer = async (wanted: boolean) => {
    setFailed(false);
    // It shows at once what one wants.
    setWish(wanted);
    const preferredPaymentMethod = wanted ? { id: method, option } : null;
    try {
      update(await sendAsUser(patch("/api/users/me", { body: { preferredPaymentMethod } })));
    } catch {
      setFailed(true);
    }
    setWish(null);
  };
  return (
    <>
      <Checkbox label={METHODS.remember} isChecked={isPreferred} onChange={(wanted) => void prefer(wanted)} />
      {isFailed && <Fault>{METHODS.notRemembered}</Fault>}
    </>
  );
}
