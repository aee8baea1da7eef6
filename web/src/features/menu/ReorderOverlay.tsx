import { ACCOUNTS_PATH } from "../../lib/accountsPath";
import { ButtonLink } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import { useWayOut } from "../../ui/modal/useLeaving";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./ReorderOverlay.module.css";
import { REORDER } from "./texts";
import { useStands } from "./useStands";
import { useWayBack } from "./useWayBack";

/** `/menu/tilaa-uudelleen`: past orders are a customer's; a guest is told so (RO-01). */
export function Component() {
  usePageTitle(REORDER.title);
  const { isLeaving, leave } = useWayOut(useWayBack());
  useStands(true);
  return (
    <Dialog isOpen={!isLeaving} onClose={leave} title={REORDER.title} size="small">
      <p>{REORDER.guest}</p>
      <p className={styles["actions"]}>
        <ButtonLink to={ACCOUNTS_PATH}>{REORDER.signIn}</ButtonLink>
      </p>
    </Dialog>
  );
}
