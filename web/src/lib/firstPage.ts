/** What the server has written into the first HTML; read when the app starts, before it takes the page over. */
const [shape, path] = [document.querySelector<HTMLElement>(".first")?.dataset["shape"], location.pathname];

/** Whether the first page is short and says that nothing is there. */
export const isFirstPageLost = shape === "lost";

/** Whether the server has said already that nothing stands at this path. */
export function wasMissingAtFirst(asked: string): boolean {
  return isFirstPageLost && asked === path;
}
