/** What the story `homepage` says to the whole shop, and when it says it (CT-09 to CT-15, SH-08 to SH-11). Pure. */
import { type Block, blocksOf, type Fields, fieldsOf, isOn, listOf, textOf } from "./fields";
import { isBetween, partAt } from "./window";

/** One sentence over the header. */
export interface TopAlert {
  uid: string;
  message: string;
  context: string;
}

/** A place of the carousel: the editors' picture, or a product's with words beside it. */
export interface Slide {
  uid: string;
  name: string;
  /** Empty: the product stands in the picture's place. */
  image: string;
  imageMobile: string;
  /** Films that may stand in their place; empty where there is none. */
  video: string;
  videoMobile: string;
  title: string;
  text: string;
  label: string;
  productId: string;
  url: string;
}

/** The campaign's sentence, where it is its time; else `null` (CT-10). */
export function campaignAt(story: Fields | undefined, now: number): string | null {
  const banner = story && fieldsOf(story, "banner");
  if (!banner) return null;
  const text = textOf(banner, "campaign_banner") || textOf(banner, "text");
  const part = textOf(banner, "visibility");
  const isInPart = part === "" || part === "always" || part === partAt(now);
  const isDated = isBetween(banner, "visibility_start_date", "visibility_end_date", now);
  return text !== "" && isOn(banner, "visibility_visible", false) && isDated && isInPart ? text : null;
}

/** The slides whose time it is (CT-12 to CT-15). */
export function slidesAt(story: Fields | undefined, now: number): Slide[] {
  if (!story) return [];
  const part = partAt(now);
  return listOf(story, "Carousel")
    .filter((slide) => isBetween(slide, "start", "end", now))
    .filter((slide) => ["", "always", part].includes(textOf(slide, "visibility")))
    .map((slide, index) => ({
      uid: textOf(slide, "_uid") || String(index),
      name: textOf(slide, "campaign_name"),
      image: textOf(slide, "image"),
      imageMobile: textOf(slide, "image_mobile"),
      video: textOf(slide, "video_variant"),
      videoMobile: textOf(slide, "video_mobile_variant"),
      title: textOf(slide, "title"),
      text: textOf(slide, "text"),
      label: textOf(slide, "label"),
      productId: textOf(slide, "productId"),
      url: textOf(slide, "link"),
    }))
    .filter(({ image, title, name }) => (image !== "" && name !== "") || title !== "");
}

const PLACES: Record<string, (path: string, hash: string) => boolean> = {
  all: () => true,
  frontpage: (path) => path === "/",
  checkout: (path) => path === "/ostoskori",
  paymentMethods: (path, hash) => path === "/ostoskori" && hash.includes("maksutavat"),
  order: (path) => /^\/tilaus(\/|$)/.test(path),
  login: (path) => path === "/kirjaudu",
};

/** The alerts of a place, each once (SH-09 to SH-11). */
export function alertsAt(story: Fields | undefined, path: string, hash: string): TopAlert[] {
  if (!story) return [];
  const alerts = listOf(story, "top_alert")
    .filter((alert) => PLACES[textOf(alert, "location") || "all"]?.(path, hash))
    .map((alert) => ({
      uid: textOf(alert, "_uid") || textOf(alert, "message"),
      message: textOf(alert, "message"),
      context: textOf(alert, "context"),
    }))
    .filter(({ message }) => message !== "");
  return alerts.filter(({ uid }, index) => alerts.findIndex((other) => other.uid === uid) === index);
}

/** The editors' own pictures of the front page: over what they say, and of the menu; empty where there is none (CT-29). */
export function picturesOf(story: Fields | undefined): { header: string; menu: string } {
  const files = story ?? {};
  return { header: textOf(files, "header_desktop_text"), menu: textOf(files, "menu_react") };
}

/** The page's own blocks. */
export function homeBlocks(story: Fields | undefined): Block[] {
  return story ? blocksOf(story, "blocks") : [];
}
