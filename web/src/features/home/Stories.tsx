import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { homeBlocks, picturesOf } from "../../content/homepage";
import { useStory } from "../../shop/catalog/useCatalog";
import { HomeCarousel } from "./HomeCarousel";
import styles from "./Stories.module.css";
import { HOME } from "./texts";
import { arriving } from "../../lib/arriving";

// Far below the first view.
const Blocks = lazy(() =>
  arriving(() => import("../../content/Blocks")).then((module) => ({ default: module.Blocks })),
);

/** What the editors say on the front page: the carousel, then their blocks (SH-03). */
export function Stories({ hasCarousel }: { hasCarousel: boolean }) {
  const { data } = useStory("homepage");
  const blocks = homeBlocks(data?.content);
  const { header, menu } = picturesOf(data?.content);
  return (
    <div className={styles["stories"]}>
      {header !== "" && <img className={styles["picture"]} src={header} alt="" loading="lazy" />}
      {hasCarousel && <HomeCarousel />}
      {menu !== "" && (
        <Link to="/menu" aria-label={HOME.menuPicture}>
          <img className={styles["picture"]} src={menu} alt="" loading="lazy" />
        </Link>
      )}
      <Suspense>{blocks.length > 0 && <Blocks blocks={blocks} />}</Suspense>
    </div>
  );
}
