import { type Fields, listOf, textOf } from "./fields";
import { kindOf } from "./url";

/** A link of the editors. */
export interface StoryLink {
  text: string;
  url: string;
}

/** The footer's columns, links to other places, and last line (SH-12). */
export interface FooterView {
  columns: readonly { id: string; title: string; links: readonly StoryLink[] }[];
  social: readonly StoryLink[];
  text: string;
}

/** The footer as the story `footer` has it; `null` where it has none. */
export function footerOf(story: Fields | undefined): FooterView | null {
  if (!story) return null;
  const columns = listOf(story, "categories").map((column, index) => ({
    id: textOf(column, "_uid") || String(index),
    title: textOf(column, "title"),
    links: linksOf(column, "links"),
  }));
  const shown = columns.filter(({ title, links }) => title !== "" && links.length > 0);
  if (shown.length === 0) return null;
  return { columns: shown, social: linksOf(story, "social"), text: textOf(story, "bottom_text") };
}

/** The links of a list that lead somewhere. */
export function linksOf(fields: Fields, name: string): StoryLink[] {
  return listOf(fields, name)
    .map((link) => ({
      text: textOf(link, "text") || textOf(link, "title"),
      url: textOf(link, "url") || textOf(link, "link"),
    }))
    .filter(({ text, url }) => text !== "" && kindOf(url) !== "none");
}
