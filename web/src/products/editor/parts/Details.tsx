import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { allergensOf, type Build, dosesOf, type Model } from "../configurator";
import { climateOf, hasClimate } from "../facts/climate";
import { isByVolume, nutritionOf } from "../facts/nutrition";
import { useProductStory } from "../facts/useProductStory";
import { Accordion } from "../../../ui/Accordion";
import { ALLERGENS } from "../../../ui/texts";
import { byChoice } from "../../card/texts";
import { choicesFor, tagsToChoose } from "../../tags";
import { DETAILS } from "../texts";
import styles from "./Details.module.css";

interface TableProps {
  model: Model;
  build: Build;
}

interface DetailsProps extends TableProps {
  /** How often one asked to be led here. */
  asked: number;
}

/** What is in it, what it holds and what it costs the climate, of the product as it is built now (PD-07). */
export const Details = memo(function Details({ model, build, asked }: DetailsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    title.current?.scrollIntoView({ block: "start" });
    title.current?.focus({ preventScroll: true });
  }, [asked]);
  const allergens = allergensOf(model, build);
  return (
    <section aria-labelledby="tuotetiedot" className={styles["details"]}>
      <h2 id="tuotetiedot" tabIndex={-1} ref={title}>
        {DETAILS.title}
      </h2>
      <p className={styles["allergens"]}>
        {allergens.length === 0
          ? DETAILS.noAllergens
          : DETAILS.allergens(allergens.map((id) => ALLERGENS[id] ?? id))}
      </p>
      {tagsToChoose(model.product).map((tag) => (
        <p key={tag} className={styles["allergens"]}>
          {DETAILS.byChoice(byChoice(tag), namesOf(model, choicesFor(model.product, tag) ?? []))}
        </p>
      ))}
      <Fold title={DETAILS.ingredients}>
        <Ingredients model={model} build={build} />
      </Fold>
      <Fold title={DETAILS.nutrition}>
        <NutritionTable model={model} build={build} />
      </Fold>
      {hasClimate(model) && (
        <Fold title={DETAILS.climate}>
          <ClimateBar model={model} build={build} />
        </Fold>
      )}
    </section>
  );
});

function namesOf(model: Model, ids: readonly string[]): string[] {
  return ids.map((id) => model.rows.get(id)?.name ?? id);
}

/** What is folded away is made when it is opened. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Accordion look="filled" title={title} isOpen={isOpen} onToggle={setOpen}>
      {isOpen && children}
    </Accordion>
  );
}

function Ingredients({ model, build }: TableProps) {
  return (
    <dl className={styles["ingredients"]}>
      {dosesOf(model, build).flatMap(({ ingredientId, quantity }) => {
        const row = model.rows.get(ingredientId);
        if (!row) return [];
        return (
          <div key={row.id}>
            <dt>{quantity > 1 ? `${row.name} × ${quantity}` : row.name}</dt>
            <dd>{row.description ?? row.summaryDescription}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function NutritionTable({ model, build }: TableProps) {
  const facts = nutritionOf(model, build);
  if (!facts) return <p>{DETAILS.noNutrition}</p>;
  return (
    <table className={styles["table"]}>
      <caption>{isByVolume(model) ? DETAILS.perVolume : DETAILS.perWeight}</caption>
      <tbody>
        {DETAILS.rows(facts).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ClimateBar({ model, build }: TableProps) {
  const { carbon } = useProductStory();
  const category = model.product.productCategoryId;
  const values = carbon.values.find(({ productCategoryId }) => productCategoryId === category);
  const climate = climateOf(model, build, values);
  if (!values || !climate) return <p>{carbon.missing ?? DETAILS.noClimate}</p>;
  return (
    <>
      {carbon.title !== null && <b>{carbon.title}</b>}
      <p>{DETAILS.carbon(climate.kilograms, climate.average)}</p>
      <div className={styles["bar"]} aria-hidden="true">
        <i style={{ inlineSize: `${Math.round(climate.share * 100)}%` }} />
      </div>
      <table className={styles["table"]}>
        <caption>{DETAILS.carbonParts}</caption>
        <tbody>
          {DETAILS.carbonRows(climate.food, values).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles["ingredients"]}>
        {carbon.information.map(({ title, text }) => (
          <div key={text}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
