import { browserEnv } from "./connection/env";
import { createLive, type Live } from "./live";

let tab: Live | null = null;

/** The tab's one live client, made when the first page watches. */
export function tabLive(): Live {
  tab ??= createLive(browserEnv());
  return tab;
}
