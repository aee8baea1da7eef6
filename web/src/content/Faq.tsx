import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { foldedForSearch } from "../lib/search";
import { Accordion } from "../ui/Accordion";
import styles from "./Faq.module.css";
import { type Fields, textOf } from "./fields";
import { Markdown } from "./Markdown";

interface FaqProps {
  title: string;
  questions: readonly Fields[];
  /** Its title's level in the page. */
  level?: 2 | 3;
}

/** Questions that open to their answers, under a title (CT-22). */
export function Faq({ title, questions, level = 2 }: FaqProps) {
  const shown = questionsIn(questions);
  if (shown.length === 0) return null;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={styles["faq"]} aria-label={title || undefined}>
      {title !== "" && <Heading>{title}</Heading>}
      <Questions questions={shown} />
    </section>
  );
}

/** What of a list is asked and answered. */
export function questionsIn(questions: readonly Fields[]): Fields[] {
  return questions.filter((one) => textOf(one, "questionText") && textOf(one, "answerText"));
}

/** Questions one under the other; `?question=` and the hash open one. */
export function Questions({ questions }: { questions: readonly Fields[] }) {
  const { search, hash } = useLocation();
  const asked = new URLSearchParams(search).get("question") ?? hash.slice(1);
  return questions.map((fields) => {
    const id = idOf(textOf(fields, "questionText"));
    // One that is asked for begins anew, and so is open.
    return <Question key={`${id} ${id === asked}`} id={id} fields={fields} isAsked={id === asked} />;
  });
}

function Question({ id, fields, isAsked }: { id: string; fields: Fields; isAsked: boolean }) {
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) document.getElementById(id)?.scrollIntoView({ block: "start" });
  }, [id, isAsked]);
  return (
    <Accordion
      look="filled"
      title={textOf(fields, "questionText")}
      id={id}
      lang={textOf(fields, "lang") || undefined}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <Markdown text={textOf(fields, "answerText")} />
    </Accordion>
  );
}

/** A question as it stands in an address. */
export function idOf(question: string): string {
  return foldedForSearch(question)
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
