/** What a product's card says. */
export const CARD = {
  soldOut: "Loppunut valitsemastasi ravintolasta",
  notNow: "Ei saatavilla",
  sold: "Myynnissä kello",
  from: "Alkaen",
  add: (name: string) => `Lisää: ${name}`,
  remove: (name: string) => `Vähennä: ${name}`,
  inOrder: (count: number) => `${count} tilauksessa`,
  added: (name: string, count: number) => `${name}, ${count} tilauksessa`,
  contains: (names: string) => `Sisältää: ${names}`,
} as const;

/** What a product can be had as, once something is chosen. */
export function byChoice(tag: string): string {
  return BY_CHOICE[tag.toLowerCase()] ?? `Saa valinnalla: ${tag}`;
}

const BY_CHOICE: Readonly<Record<string, string>> = {
  vegan: "Saa vegaanisena",
  kasvis: "Saa kasvisversiona",
  gluteeniton: "Saa gluteenittomana",
  laktoositon: "Saa laktoosittomana",
};

/** The letters that Finnish menus write for a tag, and what they stand for. */
export const TAG_LETTERS: Readonly<Record<string, { short: string; long: string }>> = {
  vegan: { short: "Ve", long: "vegaaninen" },
  gluteeniton: { short: "G", long: "gluteeniton" },
  laktoositon: { short: "L", long: "laktoositon" },
};

/** What the letters stand for, for those who see them. */
export const LETTERS_LEGEND = Object.values(TAG_LETTERS)
  .map(({ short, long }) => `${short} ${long}`)
  .join(" · ");
