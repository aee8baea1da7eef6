import { barsOthers } from "../lib/pageDocument";

/** Whether this document bars other houses, wherever one has gone since it was loaded. */
export const IS_BARRED = barsOthers(window.location.pathname);
