import { useMemo } from "react";
import type { OrderTracking } from "../../api/wire";
import { isPizza, seedOfProduct } from "../../ui/food/ProductPicture";
import { recipeOf } from "../../ui/food/recipe";
import { DoorEvening, DoorOpen, DoorUnlit } from "../../ui/scenes/Doors";
import { Kitchen } from "../../ui/scenes/Kitchen";
import { Oven } from "../../ui/scenes/Oven";
import { Packed } from "../../ui/scenes/Packed";
import { Road } from "../../ui/scenes/Road";
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
      return <DoorOpen {...pizza} sign="Nouda tiskiltä" />;
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
