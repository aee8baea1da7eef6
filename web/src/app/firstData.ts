import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { isFirstPageLost } from "../lib/firstPage";
import { storyQuery } from "../shop/catalog/queries";
import { loadPages } from "./routing/lazyPage";

/** So long the first paint waits, when the code has come, for what would move the page when it came later. */
const PATIENCE_MS = 1_000;

/** Asks for the code of the first page and for what stands above its fold; resolves when it may take the page over. */
export async function firstPage(client: QueryClient, routes: RouteObject[], path: string): Promise<void> {
  const asked: Promise<unknown>[] = [client.prefetchQuery(storyQuery("homepage"))];
  // A page that is not there is so short that its footer is in sight.
  if (isFirstPageLost) asked.push(client.prefetchQuery(storyQuery("footer")));
  const pages = await loadPages(routes, path);
  asked.push(...pages.map(({ module, params }) => module.firstData?.(client, params) ?? Promise.resolve()));
  await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
