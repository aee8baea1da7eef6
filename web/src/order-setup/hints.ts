/** What the editors say beside delivery: the story `address-selection` (OS-24). */
import { type Fields, textOf } from "../content/fields";
import { kindOf } from "../content/url";

/** A sentence or two, and where they lead. */
export interface Hint {
  title: string;
  text: string;
  link: { url: string; label: string } | null;
}

/** The story, read; what it does not say is `null`. */
export interface DeliveryHints {
  /** How delivery costs nothing. */
  freeDelivery: Hint | null;
  /** What a preorder's delivery costs. */
  preorderFee: Hint | null;
  /** The colour of fees, by its role; `null`: that of other figures. */
  priceColor: string | null;
}

/** Colours that are legible on every ground a fee stands on (look, 2). */
const PRICE_COLORS: Readonly<Record<string, string>> = {
  basilika: "var(--basilika)",
  tomaatti: "var(--tomaatti-teksti)",
  hetki: "var(--hetki-teksti)",
};

/** Reads the story; of none there is nothing. */
export function deliveryHintsOf(story: Fields = {}): DeliveryHints {
  const link = { url: textOf(story, "link"), label: textOf(story, "link_label") };
  const isLink = link.label !== "" && kindOf(link.url) !== "none";
  return {
    freeDelivery: hintOf(textOf(story, "title"), textOf(story, "description"), isLink ? link : null),
    preorderFee: hintOf(textOf(story, "preorder_title"), textOf(story, "preorder_description"), null),
    priceColor: PRICE_COLORS[textOf(story, "price_color")] ?? null,
  };
}

function hintOf(title: string, text: string, link: Hint["link"]): Hint | null {
  return title === "" && text === "" ? null : { title, text, link };
}
