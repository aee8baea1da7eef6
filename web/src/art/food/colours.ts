/** Colours of what is poured and strewn, by the stems of its name. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/chilihunaja/i, "#D9822B"],
  [/hunaja/i, "#E3A12F"],
  [/balsamico/i, "#4A2A22"],
  [/kuusenkerkk/i, "#7C9A3E"],
  [/tilli|yrtti|oregano|rosmariini|basilika|pesto/i, "#5B8C3A"],
  [/savupaprika/i, "#C0532B"],
  [/chilimajoneesi/i, "#E8A06A"],
  [/chili|tulinen/i, "#C9341B"],
  [/sinihome/i, "#C7D3D0"],
  [/suklaa/i, "#5A3320"],
  [/sitruunapippuri/i, "#D8B63C"],
  [/pippuri/i, "#3D3A3A"],
  [/suola/i, "#B9B3A8"],
];

/** The colour of a sauce, dip or spice; that of garlic and mayonnaise where no other is known. */
export function colourOf(name: string): string {
  return COLOURS.find(([stem]) => stem.test(name))?.[1] ?? "#F2E3B8";
}
