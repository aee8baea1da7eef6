/** How the fragments begin that open the editor of a line. */
export const EDIT_MODAL = "productModal-";

/** The fragment that opens a line's editor. */
export function editModal(uuid: string): string {
  return EDIT_MODAL + uuid;
}
