import { Minus, Plus, Wheat } from "lucide-react";
import { memo, type Ref, useDeferredValue, useMemo } from "react";
import { BuiltPicture, Room } from "../../../art/food/drawn";
import { firstPictureAt } from "../../../lib/firstPage";
import { productPath } from "../../productPath";
import { type Build, type Change, changesOf, dosesOf, type Model } from "../configurator";
import { EDITOR } from "../texts";
import styles from "./Stage.module.css";

/** The product as it is built right now, drawn at once, with what was changed under it. */
export function Stage({ model, build, ref }: { model: Model; build: Build; ref: Ref<HTMLDivElement> }) {
  // A press is answered first, the picture follows.
  const shown = useDeferredValue(build);
  const changes = changesOf(model, build);
  const dough = doughOf(model, build);
  return (
    <div ref={ref} className={styles["stage"]} data-stage>
      <Picture model={model} build={shown} />
      {(changes.length > 0 || dough !== null) && (
        <ul className={styles["chips"]} aria-label={EDITOR.changes}>
          {dough !== null && (
            <li>
              <Wheat size={18} strokeWidth={1.75} aria-hidden="true" />
              {dough}
            </li>
          )}
          {changes.map((change) => (
            <ChangeChip key={change.ingredientId} {...change} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Which dough is chosen, where there are several. */
function doughOf(model: Model, build: Build): string | null {
  const slot = model.product.ingredientSlots.find(
    ({ categoryId, options }) => categoryId === "dough" && options.length > 1,
  );
  const id = slot && (build.slots[slot.id] ?? [])[0];
  return (typeof id === "string" && model.rows.get(id)?.name) || null;
}

const ChangeChip = memo(function ChangeChip({ name, doses }: Change) {
  const Icon = doses > 0 ? Plus : Minus;
  return (
    <li data-less={doses < 0 || undefined}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <span className="sr-only">{doses > 0 ? EDITOR.added : EDITOR.left}</span>
      {Math.abs(doses) > 1 ? `${name} × ${Math.abs(doses)}` : name}
    </li>
  );
});

interface PictureProps {
  model: Model;
  build: Build;
  className?: string | undefined;
}

/** The product with what is on it. Drawn anew only when something that is seen has changed. */
export const Picture = memo(function Picture({ model, build, className = styles["picture"] }: PictureProps) {
  const { productId, name, productCategoryId, slug } = model.product;
  const first = firstPictureAt(productPath(slug));
  const portions = dosesOf(model, build).map(({ ingredientId, quantity }) => ({
    name: model.rows.get(ingredientId)?.name ?? "",
    quantity,
  }));
  const key = JSON.stringify(portions);
  const product = useMemo(
    () => ({
      name,
      productId,
      productCategoryId,
      ingredients: JSON.parse(key) as typeof portions,
    }),
    [key, name, productId, productCategoryId],
  );
  return (
    <div className={className} aria-hidden="true">
      <BuiltPicture
        product={product}
        standard={model.product.ingredients}
        until={first === null ? <Room size={400} /> : <img src={first} alt="" width={400} height={400} />}
      />
    </div>
  );
});
