/** Where one signs in, and how one comes back from there. */

/** The path of the sign-in page. */
export const SIGN_IN_PATH = "/kirjaudu";
const BOARD_PATH = "/seuranta";
const RETURN = "paluu";
const ENDED = "istunto";

/** The sign-in page that leads back to `path`; it says so where a session has `ended`. */
export function signInPath(path: string, ended = false): string {
  const query = new URLSearchParams({ [RETURN]: path, ...(ended && { [ENDED]: "paattyi" }) });
  return `${SIGN_IN_PATH}?${query.toString()}`;
}

/** Where to go after signing in: a page of ours, whatever somebody has written into the address. */
export function returnPath(query: URLSearchParams): string {
  const path = query.get(RETURN) ?? "";
  // `//host` and `/\host` would lead out of the house.
  return /^\/(?![/\\])/.test(path) && !path.startsWith(SIGN_IN_PATH) ? path : BOARD_PATH;
}

/** Whether a page is the staff's own. */
export function isStaffs(path: string): boolean {
  return path.startsWith(BOARD_PATH);
}

/** Whether one was led here because a session has ended. */
export function hasEnded(query: URLSearchParams): boolean {
  return query.has(ENDED);
}
