import { Fragment, useEffect, useMemo } from "react";
import { track } from "../../analytics/track";
import type { MenuListing } from "../../api/wire";
import { LETTERS_LEGEND } from "../../products/card/texts";
import { useSoldOutIds } from "../../shop/availability/useSoldOutIds";
import { useMenu } from "../../shop/catalog/useCatalog";
import { CategoryNav } from "./CategoryNav";
import { Filters } from "./Filters";
import { MenuEmpty, MenuFailed, MenuLoading } from "./MenuStates";
import styles from "./MenuView.module.css";
import { PromoRow } from "./PromoRow";
import { SearchField } from "./search/SearchField";
import { Section } from "./Section";
import { sectionsOf } from "../../products/sections";
import { TwoForOne } from "./TwoForOne";
import { useIsPhone } from "../../ui/useMedia";
import { useActiveSection } from "./useActiveSection";
import { useFirstThenAll } from "./useFirstThenAll";
import { useHashSection } from "./useHashSection";
import { useTagFilter } from "./useTagFilter";

/** What the menu's list is called where it is counted. */
const MENU_LIST = "menu";

/** The menu as far as it is known: its sections, or that it is on its way, or that it cannot be had. */
export function MenuView() {
  const { data, isError, refetch } = useMenu();
  if (data) return <Loaded listing={data} />;
  return isError ? <MenuFailed onRetry={() => void refetch()} /> : <MenuLoading />;
}

function Loaded({ listing }: { listing: MenuListing }) {
  const { tag, search, toggle } = useTagFilter();
  const { sections, matches } = useMemo(() => sectionsOf(listing, tag), [listing, tag]);
  const soldOutIds = useSoldOutIds();
  const activeId = useActiveSection(sections);
  const shown = useFirstThenAll(sections);
  const isPhone = useIsPhone();
  useHashSection(sections);
  useEffect(() => track({ event: "view_item_list", list: MENU_LIST }), []);
  if (sections.length === 0) return <MenuEmpty />;
  return (
    <>
      <TwoForOne isLunchTime={listing.isLunchTime} />
      <div className={styles["menu"]}>
        <div className={styles["side"]}>
          <SearchField />
          <CategoryNav sections={sections} activeId={activeId} search={search} />
        </div>
        <div className={styles["sections"]}>
          <Filters tag={tag} matches={matches} onToggle={toggle} />
          {shown.map((section, index) => (
            <Fragment key={section.id}>
              <Section section={section} soldOutIds={soldOutIds} search={search} isFirst={index === 0} />
              {/* A phone's first view is for the food. */}
              {isPhone && index === 0 && <PromoRow />}
            </Fragment>
          ))}
          <p className={styles["legend"]} aria-hidden="true">
            {LETTERS_LEGEND}
          </p>
        </div>
      </div>
    </>
  );
}
