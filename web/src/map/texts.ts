/** What the map says. */
export const MAP = {
  keys: "Karttanäkymä. Liiku nuolilla, lähennä plussalla ja loitonna miinuksella.",
  zoomIn: "Lähennä",
  zoomOut: "Loitonna",
  centre: "Keskitä kartta",
  chooseByRow: "Näppäimistöllä auto valitaan listasta.",
  unmapped: "Tältä alueelta ei ole vielä katukarttaa. Sijainnit ja etäisyydet pitävät silti paikkansa.",
  credit: "© OpenStreetMap",
  creditTitle: "© OpenStreetMap contributors",
};
