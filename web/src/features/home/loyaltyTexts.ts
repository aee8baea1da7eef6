import { counted } from "../../lib/plural";

/** The loyalty programme's card; its texts come with it. */
export const LOYALTY = {
  title: "Kotijoukot",
  /** LO-10. */
  mine: "Palkintoslaissini",
  /** LO-11. */
  remaining: (count: number) => `Enää ${count} slaissia ja ilmaista pizzaa pukkaa.`,
  invitation: "Yhdeksästä slaissista saat pizzan. Ensimmäiset saat jo liittymisestä.",
  plate: (slices: number) => `${counted(slices, "slaissi", "slaissia")} yhdeksästä.`,
  look: "Katso slaissisi",
  more: "Lue lisää ja liity",
  signIn: "Kirjaudu sisään",
} as const;
