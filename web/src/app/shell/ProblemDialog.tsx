import { dismiss, useProblems } from "../../shop/errors/problems";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import { Details } from "./Problems";
import styles from "./Problems.module.css";
import { PROBLEM } from "./texts";

/** What changed the cart, in a dialog, one after another (ER-04, ER-20 to ER-22). */
export function ProblemDialog() {
  const { modals } = useProblems();
  const first = modals[0];
  if (!first) return null;
  const close = () => dismiss(first.messageCode);
  return (
    <Dialog
      key={first.messageCode}
      isOpen
      onClose={close}
      title={first.message}
      size="small"
      closeLabel={PROBLEM.closeModal}
      footer={
        <div className={styles["actions"]}>
          <Button onClick={close}>{PROBLEM.close}</Button>
        </div>
      }
    >
      <Details problem={first} />
    </Dialog>
  );
}
