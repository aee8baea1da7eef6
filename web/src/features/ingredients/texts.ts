/** Texts of the page that tells of ingredients. */
export const INGREDIENTS = {
  title: "Raaka-aineet",
  lead: "Mistä pizza on tehty. Valitse raaka-aine, niin kerromme siitä lisää.",
  loading: "Haetaan raaka-aineita",
  failed: "Raaka-aineita ei juuri nyt saatu haettua.",
  retry: "Yritä uudelleen",
  none: "Raaka-aineista ei ole vielä kerrottu.",
  nothing: "Tästä emme ole vielä kertoneet enempää.",
} as const;

/** The categories in the order of the page. */
export const CATEGORIES: readonly (readonly [id: string, name: string])[] = [
  ["baseSauce", "Pohjakastikkeet"],
  ["cheese", "Juustot"],
  ["dip", "Dipit"],
  ["dough", "Pohjat"],
  ["drinks", "Juomat"],
  ["iceCream", "Jäätelöt"],
  ["toppings", "Täytteet"],
  ["sauces", "Kastikkeet"],
  ["snacks", "Naposteltavat"],
  ["spices", "Mausteet"],
];
