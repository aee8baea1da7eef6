/** What is said where a page fails to load or to draw (SH-15). */
export const ERROR = {
  title: "Tapahtui yllättävä virhe",
  text: "Sivu ei auennut. Kokeile etusivun kautta tai aloita alusta: silloin ostoskori tyhjenee.",
  home: "Etusivulle",
  startOver: "Aloita alusta",
} as const;
