/** The allergens in the order of the law, as one says them. */
export const ALLERGENS: Readonly<Record<string, string>> = {
  gluten: "gluteeni",
  crustaceans: "äyriäiset",
  eggs: "kananmuna",
  fish: "kala",
  peanuts: "maapähkinä",
  soybeans: "soija",
  milk: "maito",
  nuts: "pähkinät",
  celery: "selleri",
  mustard: "sinappi",
  sesame: "seesami",
  sulphites: "sulfiitit",
  lupin: "lupiini",
  molluscs: "nilviäiset",
};
