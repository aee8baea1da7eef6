import { counted } from "../../../lib/plural";

/** An order's slices; they come with their card. */
export const SLICES = {
  /** T-19. */
  title: "Palkintoslaissini",
  plate: (slices: number) => `${counted(slices, "slaissi", "slaissia")} yhdeksästä.`,
  brings: (slices: number) =>
    `Tästä tilauksesta saat ${slices}\u00a0${slices === 1 ? "slaissin" : "slaissia"}.`,
  wouldBring: (slices: number) =>
    `Tästä tilauksesta olisi tullut ${counted(slices, "slaissi", "slaissia")}. Yhdeksästä saat pizzan.`,
  invitation: "Yhdeksästä slaissista saat pizzan.",
  look: "Katso slaissisi",
  join: "Liity Kotijoukkoihin",
  more: "Tutustu Kotijoukkoihin",
} as const;
