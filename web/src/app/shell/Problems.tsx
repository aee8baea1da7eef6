import { TriangleAlert } from "lucide-react";
import type { ShopProblem } from "../../shop/errors/problem";
import { dismiss, useProblems } from "../../shop/errors/problems";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import styles from "./Problems.module.css";
import { PROBLEM } from "./texts";

/** What went wrong, in bars under the header; they leave with their page (ER-03, ER-05). */
export function ProblemBanners({ isInset = false }: { isInset?: boolean }) {
  const { banners } = useProblems();
  return banners.map((problem) => (
    <Banner
      key={problem.messageCode}
      look="tomaatti"
      icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}
      isAlert
      isInset={isInset}
      detail={<Details problem={problem} />}
      onClose={() => dismiss(problem.messageCode)}
      closeLabel={PROBLEM.closeBanner}
    >
      {problem.message}
    </Banner>
  ));
}

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

function Details({ problem }: { problem: ShopProblem }) {
  const { description = "", invalidOrderNames = [] } = problem.metadata;
  return (
    <>
      {description !== "" && <p className={styles["text"]}>{description}</p>}
      {invalidOrderNames.length > 0 && (
        <ul className={styles["names"]}>
          {invalidOrderNames.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </>
  );
}
