import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useClientConfig } from "../../api/useClientConfig";
import type { MenuListing, MenuProduct } from "../../api/wire";
import { itemOfProduct } from "../../products/itemOfProduct";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { menuQuery, shopQuery } from "../../shop/catalog/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import styles from "./Checkout.module.css";
import { DEMO } from "./texts";

/** Where an order that 'Täytä tilaus' fills is picked up (CA-16). */
const SHOP_ID = "360";

/** What helps whoever works on the shop: an order at one press, and sums as the server sent them. In the demo alone. */
export default function DemoTools() {
  const { data: config } = useClientConfig();
  const cache = useQueryClient();
  const sums = useOrder(({ priced }) => priced?.pricingDetails ?? null);
  if (config?.demo !== true) return null;
  return (
    <Card title={DEMO.title}>
      <Button look="quiet" onClick={() => void fill(cache)}>
        {DEMO.fill}
      </Button>
      {sums && (
        <dl className={styles["rows"]} aria-label={DEMO.sums}>
          {Object.entries(sums).map(([name, sum]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof sum === "number" ? String(sum) : JSON.stringify(sum)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** Pickup at the one restaurant, and the first pizza that it has. */
async function fill(cache: QueryClient): Promise<void> {
  const place = { shopId: SHOP_ID, orderType: "pickup", preorderTime: null } as const;
  const [shop, menu] = await Promise.all([
    cache.fetchQuery(shopQuery(SHOP_ID)),
    cache.fetchQuery(menuQuery(place, [])),
  ]);
  const method = {
    orderType: place.orderType,
    restaurantId: SHOP_ID,
    restaurantName: shop.displayName,
    preorderTime: null,
    address: null,
    zoneId: null,
    deliveryZoneVersion: null,
  };
  await dispatch({ type: "setMethod", method });
  const pizza = firstPizza(menu);
  if (pizza) await dispatch({ type: "addItem", item: itemOfProduct(pizza, "demo") });
}

function firstPizza({ categories }: MenuListing): MenuProduct | undefined {
  const pizzas = categories.find(({ productCategoryID }) => productCategoryID === "pizza")?.products ?? [];
  return pizzas.find(
    ({ custom, isAvailableNow, isOutOfStock }) => !custom && isAvailableNow && !isOutOfStock,
  );
}
