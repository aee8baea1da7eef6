import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Faq, questionsIn } from "../../content/Faq";
import { type Block, listOf, textOf } from "../../content/fields";
import { hasWords, wordsToFind } from "../../lib/fuzzy";
import { Select } from "../../ui/choice/Select";
import { TextField } from "../../ui/TextField";
import { useDebounced } from "../../ui/useDebounced";
import styles from "./Contact.module.css";
import { CONTACT } from "./texts";
import { useTellSearch } from "./useTellSearch";

/** How links name the questions (CT-21). */
const ANCHOR = "usein-kysyttya";
const ALL = "";
/** Whoever types is not interrupted (CT-24). */
const PAUSE_MS = 600;
/** So much of a term is said back (CT-26). */
const SHOWN_TERM = 32;

/** The editors' questions by topic, with a search. */
export function Questions({ topics }: { topics: readonly Block[] }) {
  const [typed, setTyped] = useState("");
  const [topic, setTopic] = useState(ALL);
  const term = useDebounced(typed.trim(), PAUSE_MS);
  const wanted = wordsToFind(term);
  const isTooShort = term !== "" && wanted.length === 0;
  const shown = topics
    .filter(({ uid }) => topic === ALL || uid === topic)
    .map(({ uid, fields }) => ({
      uid,
      title: textOf(fields, "title"),
      questions: questionsIn(listOf(fields, "questions")).filter((one) =>
        hasWords(textToSearch(one), wanted),
      ),
    }));
  const count = shown.reduce((sum, { questions }) => sum + questions.length, 0);
  const isSearch = wanted.length > 0;
  useTellSearch(isSearch ? term : "", count);
  const section = useAnchor();
  if (topics.length === 0) return null;
  return (
    <section ref={section} id={ANCHOR} aria-labelledby={`${ANCHOR}-otsikko`} className={styles["questions"]}>
      <h2 id={`${ANCHOR}-otsikko`}>{CONTACT.questions}</h2>
      <search className={styles["search"]}>
        <TextField
          label={CONTACT.search}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={isTooShort ? CONTACT.tooShort : null}
        />
        <Select
          label={CONTACT.topic}
          options={[
            { value: ALL, label: CONTACT.allTopics },
            ...topics.map(({ uid, fields }) => ({ value: uid, label: textOf(fields, "title") })),
          ]}
          value={topic}
          onChange={setTopic}
        />
      </search>
      <p role="status">{isSearch && (count > 0 ? CONTACT.found(count) : CONTACT.none(shortened(term)))}</p>
      {shown.map(({ uid, title, questions }) => (
        <Faq key={uid} title={title} questions={questions} level={3} />
      ))}
    </section>
  );
}

function textToSearch(question: Parameters<typeof textOf>[0]): string {
  return ["questionText", "answerText", "keywords"].map((name) => textOf(question, name)).join(" ");
}

function shortened(term: string): string {
  const letters = [...term];
  return letters.length > SHOWN_TERM ? `${letters.slice(0, SHOWN_TERM).join("")}...` : term;
}

/** The browser looked for the fragment before the story had come. */
function useAnchor() {
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === `#${ANCHOR}`) section.current?.scrollIntoView({ block: "start" });
  }, [hash]);
  return section;
}
