/** Forgets what this browser keeps of the shop, and begins at the front door (SH-12, SH-15). */
export function startOver(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Where storage is forbidden there is nothing to clear.
  }
  window.location.assign("/");
}
