import { useState } from "react";
import type { Lights } from "./ShopStep";

/** Which restaurant is pointed at, in the list or on the map. */
export function useLights(): Lights {
  const [litId, light] = useState<string | null>(null);
  return { litId, light };
}
