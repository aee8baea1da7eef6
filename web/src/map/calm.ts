const calm = window.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether movement is unwelcome. */
export const isCalm = () => calm?.matches ?? false;
