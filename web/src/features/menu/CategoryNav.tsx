import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { ProductImage } from "../../products/picture/ProductImage";
import styles from "./CategoryNav.module.css";
import { HIGHLIGHTS, type MenuSection } from "../../products/sections";
import { MENU } from "./texts";

interface CategoryNavProps {
  sections: readonly MenuSection[];
  /** The section in view; highlights have no place here (MN-19). */
  activeId: string | null;
  /** What stands in the address after `?`. */
  search: string;
}

/** The way to each part of the menu: tiles on a phone, a list on a desk (MN-06). */
export function CategoryNav({ sections, activeId, search }: CategoryNavProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (row.current === null) return;
    const tile = row.current.querySelector<HTMLElement>(`[data-section="${activeId}"]`);
    const left = tile ? tile.offsetLeft - (row.current.clientWidth - tile.clientWidth) / 2 : 0;
    // Only the row itself moves: the page stays where the person has scrolled it.
    row.current.scrollTo?.({ left });
  }, [activeId]);
  return (
    <nav ref={row} className={styles["nav"]} aria-label={MENU.categories}>
      {sections
        .filter(({ id }) => id !== HIGHLIGHTS)
        .map(({ id, anchor, title, face }) => (
          <Link
            key={id}
            to={{ hash: anchor, search }}
            data-section={id}
            replace
            preventScrollReset
            aria-current={id === activeId ? "true" : undefined}
          >
            {face !== null && <ProductImage product={face} size={42} />}
            <span>{title}</span>
          </Link>
        ))}
    </nav>
  );
}
