/** What fields about a person say; the shop begins without them. */

/** A date of birth, and what is wrong with it, letter for letter (LO-21 to LO-23). */
export const BIRTH_DATE = {
  legend: "Syntymäaika",
  day: "Päivä",
  month: "Kuukausi",
  year: "Vuosi",
  months: [
    "tammikuu",
    "helmikuu",
    "maaliskuu",
    "huhtikuu",
    "toukokuu",
    "kesäkuu",
    "heinäkuu",
    "elokuu",
    "syyskuu",
    "lokakuu",
    "marraskuu",
    "joulukuu",
  ],
  /** LO-21 to LO-23, LO-25. */
  invalid: "Syöttämäsi syntymäpäivä on virheellinen.",
  none: "Sinun tulee valita syntymäpäivä liittyäksesi Kotijoukkoihin.",
  tooYoung: (years: number) =>
    `Sinun täytyy olla yli ${years}-vuotias liittyäksesi Kotijoukkoihin ja osallistuaksesi pizzapyöräarvontaan.`,
} as const;

/** In a password's field. */
export const PASSWORD = { show: "Näytä merkit" } as const;
