import { useEffect, useEffectEvent } from "react";
import type { ShownDose } from "../../shop/cart/order";
import { buildOf, itemOf, type Model, recipeBuild } from "../editor/configurator";
import { IngredientChoices } from "../editor/IngredientChoices";
import { useBuild } from "../editor/useBuild";
import { useModel } from "../editor/useModel";
import { LiveRegion } from "../../ui/LiveRegion";
import styles from "./ComboEditor.module.css";
import type { ComboChoice, ComboOption } from "./choices";

interface SlotToppingsProps {
  option: ComboOption;
  choice: ComboChoice;
  onChange: (choice: ComboChoice) => void;
}

/** The toppings of a combo's item, changed in place. */
export default function SlotToppings({ option, choice, onChange }: SlotToppingsProps) {
  const { model } = useModel(option.product.productId, option.sizeId, undefined);
  if (model === null) return <i className={styles["pending"]} aria-hidden="true" />;
  return <Choices model={model} choice={choice} onChange={onChange} />;
}

interface ChoicesProps {
  model: Model;
  choice: ComboChoice;
  onChange: (choice: ComboChoice) => void;
}

function Choices({ model, choice, onChange }: ChoicesProps) {
  const { state, send } = useBuild(model, (first) => buildOfDoses(first, choice.ingredients));
  const tell = useEffectEvent((ingredients: readonly ShownDose[] | null) =>
    onChange({ ...choice, ingredients }),
  );
  const { build, start } = state;
  useEffect(() => {
    if (build === start) return;
    tell(itemOf(model, build, model.product.basePrice, null).ingredients);
  }, [model, build, start]);
  return (
    <div className={styles["toppings"]}>
      <IngredientChoices model={model} build={build} touched={state.touched} faults={[]} send={send} />
      <LiveRegion text={state.said} />
    </div>
  );
}

function buildOfDoses(model: Model, doses: readonly ShownDose[] | null) {
  return doses === null ? recipeBuild(model) : buildOf(model, doses);
}
