import { Code } from "../../lib/Code";

/** The menu's list, which under a product that one came for is not needed at once. */
export const menuList = new Code(() => import("./MenuList"));

/** The menu; at an address of its own with its list. */
export async function loadMenu() {
  const isAlone = window.location.pathname === "/menu";
  const [page] = await Promise.all([import("./MenuPage"), isAlone ? menuList.load() : null]);
  return page;
}
