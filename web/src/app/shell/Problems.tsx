import { TriangleAlert } from "lucide-react";
import type { ShopProblem } from "../../shop/errors/problem";
import { dismiss, useProblems } from "../../shop/errors/problems";
import { Banner } from "../../ui/Banner";
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

/** What is said of a problem beside its sentence. */
export function Details({ problem }: { problem: ShopProblem }) {
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
