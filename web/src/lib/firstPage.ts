/** What the server has written into the first HTML; read when the app starts, before it takes the page over. */

/** The shapes of the first paint, as the server names them. */
type Shape =
  "bare" | "dialog" | "dialog-combo" | "hero" | "home" | "list" | "lost" | "menu" | "places" | "rows";

const shape = document.querySelector<HTMLElement>(".first")?.dataset["shape"] as Shape | undefined;
const path = location.pathname;

const picture = document.querySelector<HTMLImageElement>(".first img")?.src;

/** Whether the first paint of this path stood there until now: what has its shape follows at once. */
export function wasPainted(asked: string): boolean {
  return shape !== undefined && asked === path;
}

/** The picture that the first paint of this path shows. */
export function firstPictureAt(asked: string): string | null {
  return asked === path ? (picture ?? null) : null;
}

/** Whether the first page is short and says that nothing is there. */
export const isFirstPageLost = shape === "lost";

/** Whether the server has said already that nothing stands at this path. */
export function wasMissingAtFirst(asked: string): boolean {
  return isFirstPageLost && asked === path;
}

/** Whether the server has said already that a combo stands at this path. */
export function wasComboAtFirst(asked: string): boolean {
  return shape === "dialog-combo" && asked === path;
}
