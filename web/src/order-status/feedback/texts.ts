/** What is asked of an order that is over. Texts in “” of docs/spec/behaviours.md stand letter for letter. */
export const FEEDBACK = {
  title: "Miltä maistui?",
  lead: "Kerro, miten onnistuimme.",
  later: "Kysymme, kun tilaus on perillä.",
  laterPickup: "Kysymme, kun tilaus on valmis.",
  scale: ["Huono", "Okei", "Hyvä", "Huippu"],
  more: "Kerro lisää, jos haluat",
  send: "Lähetä palaute",
  sending: "Lähetetään palautetta…",
  chooseFirst: "Valitse ensin, miltä maistui.",
  tooLong: "Palautteen maksimipituus on 1000 merkkiä.",
  failed: "Bitti poikittain – palautteesi ei mennyt perille.",
  failedNext: "Yritä uudelleen.",
  thanks: "Kiitos palautteesta",
  change: "Muuta palautetta",
} as const;

/** What is asked in its place after a delivery that never came: nobody has tasted it. */
export const FEEDBACK_UNDELIVERED = {
  title: "Miten hoidimme asian?",
  lead: "Voit kertoa omin sanoin, mitä tapahtui. Kiireellisessä asiassa soita ravintolaan.",
  chooseFirst: "Valitse ensin, miten hoidimme asian.",
} as const;
