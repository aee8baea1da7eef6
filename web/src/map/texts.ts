/** What the map says. */
export const MAP = {
  keys: "Karttanäkymä. Liiku nuolilla, lähennä plussalla ja loitonna miinuksella.",
  zoomIn: "Lähennä",
  zoomOut: "Loitonna",
  centre: "Keskitä kartta",
  chooseByRow: "Näppäimistöllä auto valitaan listasta.",
  credit: "© OpenStreetMap",
  creditTitle: "© OpenStreetMap contributors",
};
