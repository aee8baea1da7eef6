import { textOf } from "../../content/fields";
import { useStory } from "../../shop/catalog/useCatalog";
import { useMedia } from "../../ui/useMedia";

/** What editors wrote for the door. */
const STORY = "kirjaudu";
/** As wide as a tablet. */
const TABLET = "(min-width: 761px) and (max-width: 1119px)";

/** The editors' picture behind the door's title; empty where there is none, and on tablets (LG-02). */
export function useDoorPicture(): string {
  const isTablet = useMedia(TABLET);
  const { data } = useStory(STORY, !isTablet);
  return isTablet || !data ? "" : textOf(data.content, "image");
}
