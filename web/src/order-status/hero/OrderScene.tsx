import { useMemo } from "react";
import type { OrderTracking } from "../../api/wire";
import { isPizza, seedOfProduct } from "../../art/food/pictured";
import { recipeOf } from "../../art/food/recipe";
import { DoorEvening } from "../../art/scenes/DoorEvening";
import { DoorOpen } from "../../art/scenes/DoorOpen";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { Kitchen } from "../../art/scenes/Kitchen";
import { Oven } from "../../art/scenes/Oven";
import { Packed } from "../../art/scenes/Packed";
import { Road } from "../../art/scenes/Road";
import { COUNTER } from "../texts";
import type { SceneName } from "./heroOf";

/** What is happening, drawn, with the customer's own pizza in it. The live map takes the road's place. */
export function OrderScene({ name, order }: { name: SceneName; order: OrderTracking }) {
  const pizza = useMemo(() => pizzaOf(order.orderItems), [order.orderItems]);
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
      return <DoorOpen {...pizza} />;
    case "counter":
      return <DoorOpen {...pizza} sign={COUNTER} />;
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
