import { counted } from "../../lib/plural";

/** What is said once something was ordered again. */
export const ADDED = {
  added: (count: number) => `Korissa ${counted(count, "tuote", "tuotetta")} lisää.`,
  undo: "Kumoa",
  undone: "Kori on taas kuten ennen.",
} as const;

/** What is said of a past item before it is ordered again. */
export const PAST = {
  /** RO-04, RO-05. */
  inactive: "Tuotetta ei ole enää saatavilla.",
  changed: "Täytteiden saatavuus tai tuotteen resepti on muuttunut.",
  soldOut: "Loppu tästä ravintolasta juuri nyt.",
  priceNow: (now: string, before: string) => `Hinta nyt ${now}, viimeksi ${before}.`,
} as const;
