import { counted } from "../../lib/plural";

export const CONTACT = {
  title: "Ota yhteyttä",
  questions: "Usein kysyttyä",
  search: "Hae kysymyksistä",
  topic: "Aihe",
  allTopics: "Kaikki aiheet",
  tooShort: "Hakusanassa on oltava vähintään 3 kirjainta.",
  found: (count: number) => counted(count, "tulos haulla", "tulosta haulla"),
  none: (term: string) => `Ei tuloksia haulla: ${term}`,
} as const;
