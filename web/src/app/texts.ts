/** What is said where a page fails to load or to draw. */
export const ERROR = {
  title: "Jokin meni vikaan",
  text: "Sivu ei auennut. Lataa se uudelleen.",
  reload: "Lataa sivu uudelleen",
} as const;
