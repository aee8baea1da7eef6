/** What a member's code says on its ticket. */
export const BENEFIT = {
  /** AC-14. */
  hint: "Anna koodi, kun tilaat.",
  until: "Voimassa",
  daysLeft: (days: number) => (days <= 1 ? "Viimeinen päivä" : `Vielä ${days} päivää`),
  used: "Käytetty",
  over: "Vanhentunut",
  code: "Etukoodi",
} as const;
