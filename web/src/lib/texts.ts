/** Words beside figures. */
export const MINUTES = {
  atMost: (minutes: number) => `enintään\u00a0${minutes}`,
  under: (minutes: number) => `alle\u00a0${minutes}`,
} as const;
