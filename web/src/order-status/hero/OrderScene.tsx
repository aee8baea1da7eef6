import { useMemo } from "react";
import type { OrderTracking } from "../../api/wire";
import { isPizza, seedOfProduct } from "../../art/food/pictured";
import { recipeOf } from "../../art/food/recipe";
import { DoorEvening } from "../../art/scenes/DoorEvening";
import { DoorOpen, OpenBox } from "../../art/scenes/DoorOpen";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { Kitchen } from "../../art/scenes/Kitchen";
import { Oven } from "../../art/scenes/Oven";
import { Packed } from "../../art/scenes/Packed";
import { Road } from "../../art/scenes/Road";
import { Table, Things } from "../../art/scenes/Table";
import { COUNTER } from "../texts";
import type { SceneName } from "./heroOf";

/** What is happening, drawn, with what was ordered in it. The live map takes the road's place. */
export function OrderScene({ name, order: { orderItems } }: { name: SceneName; order: OrderTracking }) {
  const hasPizza = orderItems.length === 0 || orderItems.some(isPizza);
  return hasPizza ? (
    <PizzaScene name={name} items={orderItems} />
  ) : (
    <OtherScene name={name} items={orderItems} />
  );
}

interface SceneProps {
  name: SceneName;
  items: OrderTracking["orderItems"];
}

/** An order without a pizza: no stage shows one. */
function OtherScene({ name, items }: SceneProps) {
  const isThere = name === "doorOpen" || name === "counter";
  if (isThere) {
    return (
      <DoorOpen sign={name === "counter" ? COUNTER : undefined}>
        <Things products={items} floor={404} scale={0.5} />
      </DoorOpen>
    );
  }
  const isInside = name === "kitchen" || name === "oven" || name === "packed";
  return isInside ? <Table products={items} /> : <PizzaScene name={name} items={items} />;
}

function PizzaScene({ name, items }: SceneProps) {
  const pizza = useMemo(() => pizzaOf(items), [items]);
  switch (name) {
    case "kitchen":
      return <Kitchen {...pizza} />;
    case "oven":
      return <Oven {...pizza} />;
    case "packed":
      return <Packed />;
    case "road":
      return <Road />;
    case "doorOpen":
      return (
        <DoorOpen>
          <OpenBox {...pizza} />
        </DoorOpen>
      );
    case "counter":
      return (
        <DoorOpen sign={COUNTER}>
          <OpenBox {...pizza} />
        </DoorOpen>
      );
    case "evening":
      return <DoorEvening />;
    case "doorUnlit":
      return <DoorUnlit />;
  }
}

/** The first pizza of the order; a plain one, where there is none. */
function pizzaOf(items: OrderTracking["orderItems"]) {
  const item = items.find(isPizza);
  return { recipe: recipeOf(item?.ingredients ?? []), seed: item ? seedOfProduct(item) : 12 };
}
