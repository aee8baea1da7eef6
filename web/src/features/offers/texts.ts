/** Texts of the offers. */
export const OFFERS = {
  title: "Tarjoukset",
  lead: "Paketit, joissa kaikki kuuluu hintaan.",
  none: "Juuri nyt ei ole tarjouksia. Ruokalista on silti täynnä.",
  noShop: "Valitse ensin ravintola, niin näet sen tarjoukset.",
  choose: "Valitse toimitustapa",
  menu: "Ruokalistalle",
} as const;

export const TWO_FOR_ONE = {
  title: "Osta kaksi, maksa yksi",
  lead: "Valitse kaksi normaalikokoista pizzaa. Maksat niistä kalliimman, halvemman tarjoamme me.",
  terms: [
    "Voimassa maanantaista torstaihin lounasajan jälkeen.",
    "Koskee ruokalistan normaalikokoisia pizzoja.",
    "Ei yhdisty muihin tarjouksiin.",
  ],
  termsTitle: "Ehdot",
  use: "Ota tarjous käyttöön",
  used: "Tarjous on tilauksessasi. Valitse kaksi pizzaa.",
  choose: "Valitse pizzat",
  /** In the button's place, when it would not hold. */
  notNow: {
    "after-lunch": "Tarjouksen saa tänään kello 14 alkaen, kun lounasaika on ohi.",
    monday: "Tarjouksen saa maanantaista torstaihin. Se on käytössä taas maanantaina.",
  },
} as const;
