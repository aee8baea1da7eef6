import { useNavigate } from "react-router";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { useVisitor } from "../../session/useVisitor";
import { CALL_CENTRE } from "../../session/session";
import { Button, ButtonLink } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import { useWayOut } from "../../ui/modal/useLeaving";
import { usePageTitle } from "../../ui/usePageTitle";
import { AddedNote } from "../../products/reorder/AddedNote";
import { PastOrders } from "./PastOrders";
import styles from "./ReorderOverlay.module.css";
import { REORDER } from "./texts";
import { useStands } from "./useStands";
import { useWayBack } from "./useWayBack";

/** `/menu/tilaa-uudelleen`: what one has ordered before, to be put into the cart again; a guest is asked in (RO-01). */
export function Component() {
  usePageTitle(REORDER.title);
  const { isLeaving, leave } = useWayOut(useWayBack());
  const navigate = useNavigate();
  useStands(true);
  const { session } = useVisitor();
  const user = session?.user ?? null;
  const isCustomer = user !== null && user.customerSegment !== CALL_CENTRE;
  const done = () => void navigate("/menu", { preventScrollReset: true });
  return (
    <Dialog
      isOpen={!isLeaving}
      onClose={leave}
      title={REORDER.title}
      size={isCustomer ? "medium" : "small"}
      isSheet={isCustomer}
      {...(isCustomer && {
        footer: (
          <div className={styles["foot"]}>
            <AddedNote isInset />
            <Button onClick={done}>{REORDER.done}</Button>
          </div>
        ),
      })}
    >
      {session === undefined && <p role="status">{REORDER.loading}</p>}
      {isCustomer && <PastOrders user={user} />}
      {session !== undefined && !isCustomer && <Guest />}
    </Dialog>
  );
}

/** Signing in leads back here. */
function Guest() {
  return (
    <>
      <p>{REORDER.guest}</p>
      <p className={styles["actions"]}>
        <ButtonLink to={SIGN_IN_PATH}>{REORDER.signIn}</ButtonLink>
      </p>
    </>
  );
}
