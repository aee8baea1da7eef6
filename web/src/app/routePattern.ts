import { matchRoutes } from "react-router";
import { routes } from "./routes";

/** Stands for all pages that have no route of their own. */
const OTHER = "other";

/** The pattern of a page's path as the server writes it, e.g. `/menu/{slug}`. */
export function routePattern(pathname: string): string {
  const parts = matchRoutes(routes, pathname)?.flatMap(({ route: { path } }) => path ?? []) ?? [];
  if (parts.length === 0 || parts.includes("*")) return OTHER;
  const [first = "", ...rest] = parts;
  return [first, ...rest].join("/").replace(/:(\w+)/g, "{$1}");
}
