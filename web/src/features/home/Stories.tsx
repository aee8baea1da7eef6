import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { Carousel } from "../../content/Carousel";
import { homeBlocks, picturesOf, slidesAt } from "../../content/homepage";
import { useStory } from "../../shop/catalog/useCatalog";
import { useNow } from "../../ui/useNow";
import { OwnPizza } from "./OwnPizza";
import styles from "./Stories.module.css";
import { HOME } from "./texts";
import { arriving } from "../../lib/arriving";

// Far below the first view.
const Blocks = lazy(() =>
  arriving(() => import("../../content/Blocks")).then((module) => ({ default: module.Blocks })),
);

/** How often it is looked whether a slide's time has come. */
const LOOK_MS = 60_000;

/** What the editors say on the front page: the carousel, then their blocks (SH-03). */
export function Stories() {
  const { data, isPending } = useStory("homepage");
  const now = useNow(LOOK_MS);
  const blocks = homeBlocks(data?.content);
  const { header, menu } = picturesOf(data?.content);
  return (
    <div className={styles["stories"]}>
      {header !== "" && <img className={styles["picture"]} src={header} alt="" loading="lazy" />}
      {isPending ? (
        <div className={styles["place"]} />
      ) : (
        <Carousel slides={slidesAt(data?.content, now)} fallback={<OwnPizza />} />
      )}
      {menu !== "" && (
        <Link to="/menu" aria-label={HOME.menuPicture}>
          <img className={styles["picture"]} src={menu} alt="" loading="lazy" />
        </Link>
      )}
      <Suspense>{blocks.length > 0 && <Blocks blocks={blocks} />}</Suspense>
    </div>
  );
}
