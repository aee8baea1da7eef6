import { Carousel } from "../../content/Carousel";
import { slidesAt } from "../../content/homepage";
import { useStory } from "../../shop/catalog/useCatalog";
import { useNow } from "../../ui/useNow";
import { OwnPizza } from "./OwnPizza";
import styles from "./Stories.module.css";

/** How often it is looked whether a slide's time has come. */
const LOOK_MS = 60_000;

/** The editors' carousel; one's own pizza until they have one. */
export function HomeCarousel() {
  const { data, isPending } = useStory("homepage");
  const now = useNow(LOOK_MS);
  if (isPending) return <div className={styles["place"]} />;
  return <Carousel slides={slidesAt(data?.content, now)} fallback={<OwnPizza />} />;
}
