import { createContext, use, useEffect, useState } from "react";
import { type Background, loadBackground } from "./features";

/** `null` where it could not be loaded. */
export type BuiltInMap = Background | null | "awaited";

/** The built-in map where it lies under the map around; `null` where nothing is known of the ground. */
export const BackgroundContext = createContext<Background | null>(null);

/** The built-in map under the map around. */
export const useBackground = () => use(BackgroundContext);

/** Loads the built-in map once it is wanted. Without its data the ground stays empty, and all else is where it should be. */
export function useBuiltInMap(isWanted: boolean): BuiltInMap {
  const [background, setBackground] = useState<BuiltInMap>("awaited");
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    const show = (loaded: BuiltInMap) => {
      if (isHere) setBackground(loaded);
    };
    loadBackground().then(show, () => show(null));
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return background;
}
