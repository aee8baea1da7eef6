import type { ShopProblem } from "./problem";
import { useProblems } from "./problems";

/** What the server, or the cart, has against the code that was written last; not against one of a line. */
export function useCodeProblem(): ShopProblem | undefined {
  return useProblems().banners.find(
    ({ messageCode, metadata }) =>
      (messageCode.startsWith("campaign/") && metadata.item === undefined) ||
      messageCode.startsWith("promotion-code/"),
  );
}
