/** The shop's own pages, for tests that are to fail where a page has lost its address. */
import type { ComponentType } from "react";
import { routes } from "../routes";
import { loadPages } from "../routing/lazyPage";

/** The page that the shop shows at a path. */
export async function pageAt(path: string): Promise<ComponentType> {
  const page = (await loadPages(routes, path)).at(-1);
  if (!page) throw new Error(`the shop has no page at ${path}`);
  return page.module.Component;
}
