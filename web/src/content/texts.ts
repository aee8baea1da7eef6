/** What stands around the editors' own words. */
export const CONTENT = {
  from: "Alkaen",
  loading: "Haetaan sivua",
  failed: "Sivua ei saatu haettua.",
  retry: "Yritä uudelleen",
  carousel: "Ajankohtaista",
  previous: "Edellinen",
  next: "Seuraava",
  pause: "Pysäytä",
  play: "Toista",
  show: { video: "Toista video", page: "Näytä sisältö" },
  loadsFrom: (host: string) => `Lataa sisältöä palvelusta ${host}`,
  /** Names of the frames themselves. */
  video: (host: string) => `Video, ${host}`,
  page: (host: string) => `Sisältöä palvelusta ${host}`,
  slide: (index: number, count: number) => `${index}/${count}`,
} as const;
