import { counted } from "../../lib/plural";

/** The account's menu (AC-09). */
export const ACCOUNT = {
  orders: "Tilaukset",
  details: "Omat tiedot",
  methods: "Omat maksutavat",
  board: "Seuranta",
  secondFactor: "Vahvistuskoodi",
  signOut: "Kirjaudu ulos",
  member: "Minun kotijoukot",
  remaining: (count: number) => `enää ${count}`,
  remainingMore: " slaissia pizzaan",
  join: "Viimeistele liittyminen",
  benefits: "Etukoodini",
  unused: " käyttämättä",
  active: (count: number) => `, ${counted(count, "kesken", "kesken")}`,
} as const;

/** Leaving, and being left (SH-14). */
export const LEAVING = {
  title: "Kirjaudu ulos?",
  text: "Tilauksesi tyhjennetään, kun kirjaudut ulos.",
  yes: "Kirjaudu ulos",
  no: "Takaisin",
  waits: "Uloskirjaus odottaa verkkoa",
  lostTitle: "Istuntosi päättyi",
  lostText: "Ostoskorisi on tallessa. Kirjautuneena näet omat etusi.",
  again: "Kirjaudu uudelleen",
  asGuest: "Jatka vieraana",
} as const;
