/** What is asked before the cart is emptied. */
export const CLEAR_CART = {
  title: "Tyhjennä ostoskori",
  question: "Oletko varma, että haluat tyhjentää ostoskorisi?",
  yes: "Tyhjennä",
  no: "Peruuta",
} as const;
