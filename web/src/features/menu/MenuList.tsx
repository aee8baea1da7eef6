import { useMemo } from "react";
import { TagPictures } from "../../products/card/tagPictures";
import { useTags } from "../../shop/catalog/useCatalog";
import { useIsPhone } from "../../ui/useMedia";
import styles from "./MenuPage.module.css";
import { MenuView } from "./MenuView";
import { PromoRow } from "./PromoRow";

/** What can be ordered, with what the editors put before it. */
export function MenuList() {
  const tags = useTags().data;
  const pictures = useMemo(
    () => new Map(tags?.map(({ name, imageUrl }) => [name.toLowerCase(), imageUrl])),
    [tags],
  );
  const isPhone = useIsPhone();
  return (
    <TagPictures value={pictures}>
      {!isPhone && <PromoRow />}
      <div className={styles["list"]}>
        <MenuView />
      </div>
    </TagPictures>
  );
}
