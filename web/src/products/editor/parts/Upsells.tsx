import type { ReactNode } from "react";
import { type Build, isVeganUpsell, type Model } from "../configurator";
import { categoryWords, type ProductStory } from "../facts/story";
import { EDITOR } from "../texts";
import { upsellSections, upsoldRows } from "../view";
import { IngredientLine } from "./IngredientLine";
import { lineOf, type Send } from "./lines";
import { optionsOf } from "./slots";
import styles from "./Upsells.module.css";

interface UpsellsProps {
  model: Model;
  build: Build;
  /** Whether only spices may be offered (MN-16). */
  isVegan: boolean;
  /** What the editors say of it, and what else they would add (PD-18). */
  story: ProductStory;
  send: Send;
}

/** What finishes a product: dips, double cheese, what the editors would add (PD-05, PD-31). */
export function Upsells({ model, build, isVegan, story, send }: UpsellsProps) {
  const offers = offersOf(model, story).map(({ rows, ...offer }) => ({
    ...offer,
    rows: rows.filter((row) => !isVegan || isVeganUpsell(row)),
  }));
  const shown = offers.filter(({ rows }) => rows.length > 0);
  const headers = [...new Set(shown.map(({ header }) => header))];
  return headers.map((header) => (
    <section key={header} aria-label={header}>
      <h2>{header}</h2>
      {shown
        .filter((offer) => offer.header === header)
        .map(({ id, title, words, rows }) => (
          <Offer key={id} id={id} title={title} words={words}>
            {rows.map((row) => (
              <IngredientLine key={row.id} {...lineOf(model, build, row)} send={send} />
            ))}
          </Offer>
        ))}
    </section>
  ));
}

interface OfferProps {
  id: string;
  title: string;
  words: string | null;
  children: ReactNode;
}

function Offer({ id, title, words, children }: OfferProps) {
  return (
    <div className={styles["offer"]} role="group" aria-label={title} data-slot={id}>
      <h3>{title}</h3>
      {words !== null && <p className="quiet small">{words}</p>}
      <ul>{children}</ul>
    </div>
  );
}

/** The slots of the finishing sections, and behind them what the editors would add. */
function offersOf(model: Model, story: ProductStory) {
  const ofSlots = upsellSections(model).flatMap(({ header, slots }) =>
    slots.map((slot) => {
      const rows = optionsOf(model, slot);
      const title = story.upsells.find(({ ingredientId }) =>
        rows.some(({ id }) => id === ingredientId),
      )?.title;
      return {
        id: slot.id,
        header,
        title: slot.label,
        words: title || (slot.categoryId === "dip" ? categoryWords(story, "dip") : null),
        rows,
      };
    }),
  );
  const ofStory = upsoldRows(model, story).map(({ title, row }) => ({
    id: `upsell-${row.id}`,
    header: EDITOR.finish,
    title,
    words: null,
    rows: [row],
  }));
  return [...ofSlots, ...ofStory];
}
