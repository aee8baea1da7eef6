import { use } from "react";
import type { MenuProduct } from "../../api/wire";
import { PictureFile } from "../picture/PictureFile";
import { TagPictures } from "./tagPictures";
import styles from "./Tags.module.css";
import { tagsToChoose } from "../tags";
import { byChoice, TAG_LETTERS } from "./texts";

type TagNames = MenuProduct["tags"];

/** What is said over the picture: one tag at most, the most telling one. */
const TELLING = ["uutuus", "suosikki", "vegan", "tulinen"];

/** The one tag of a product that stands over its picture. */
export function TagSign({ tags }: { tags: TagNames }) {
  const pictures = use(TagPictures);
  const name = TELLING.flatMap((telling) => tags.filter((tag) => tag.name.toLowerCase() === telling))[0]
    ?.name;
  if (name === undefined) return null;
  const picture = pictures.get(name.toLowerCase());
  return (
    <span className={styles["sign"]}>
      {picture !== undefined && <PictureFile src={picture} alt="" width={16} height={16} />}
      {name}
    </span>
  );
}

/** The letters that a Finnish menu puts behind a dish. */
export function TagLetters({ tags }: { tags: TagNames }) {
  const letters = tags.flatMap(({ name }) => TAG_LETTERS[name.toLowerCase()] ?? []);
  if (letters.length === 0) return null;
  return (
    <span className={styles["letters"]}>
      <span aria-hidden="true" title={letters.map(({ long }) => long).join(", ")}>
        {letters.map(({ short }) => short).join(", ")}
      </span>
      <span className="sr-only">{letters.map(({ long }) => long).join(", ")}</span>
    </span>
  );
}

/** What it can be had as: in words, for a letter would say that it is so already. */
export function TagsByChoice({ product }: { product: Pick<MenuProduct, "tags" | "tagsByChoice"> }) {
  const tags = tagsToChoose(product);
  return tags.length > 0 && <span className={styles["choice"]}>{tags.map(byChoice).join(", ")}</span>;
}
