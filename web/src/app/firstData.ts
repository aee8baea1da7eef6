import type { QueryClient } from "@tanstack/react-query";
import { clientConfigQuery } from "../api/useClientConfig";
import { isFirstPageLost } from "../lib/firstPage";
import { prefetchMenu } from "../shop/catalog/useCatalog";
import { shopsQuery, storyQuery } from "../shop/catalog/queries";

/** So long the first paint waits for what would move the page when it came later. */
const PATIENCE_MS = 1_000;

/** Asks ahead for what stands above the fold of the first page; resolves when it is there, or has taken too long. */
export async function firstData(client: QueryClient, path: string): Promise<void> {
  const asked = [client.prefetchQuery(storyQuery("homepage"))];
  if (path === "/") asked.push(prefetchMenu(client), client.prefetchQuery(clientConfigQuery));
  if (path.startsWith("/ravintolat")) asked.push(client.prefetchQuery(shopsQuery));
  // A page that is not there is so short that its footer is in sight.
  if (isFirstPageLost) asked.push(client.prefetchQuery(storyQuery("footer")));
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
