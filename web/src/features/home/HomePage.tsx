import type { QueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { clientConfigQuery } from "../../api/useClientConfig";
import { useVariant } from "../../analytics/useVariant";
import { Categories } from "./Categories";
import { InlineSteps } from "../../order-setup/InlineSteps";
import { OrderSetup } from "../../order-setup/OrderSetup";
import { HousePizza } from "../../products/picture/HousePizza";
import { prefetchMenu } from "../../shop/catalog/useCatalog";
import { useUser } from "../../session/useUser";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./HomePage.module.css";
import { HomeCarousel } from "./HomeCarousel";
import { OwnOrders } from "./OwnOrders";
import { Stories } from "./Stories";
import { HOME } from "./texts";
import { useIsDemo } from "./useDemoOrders";
import { arriving } from "../../lib/arriving";

/** Of the demo alone. */
const RunningOrders = lazy(() =>
  arriving(() => import("./RunningOrders")).then((module) => ({ default: module.RunningOrders })),
);

/** Of the signed in alone. */
const OrderAgain = lazy(() =>
  arriving(() => import("./OrderAgain")).then((module) => ({ default: module.OrderAgain })),
);

/** Of the loyalty programme: below the first view. */
const LoyaltyCard = lazy(() =>
  arriving(() => import("./LoyaltyCard")).then((module) => ({ default: module.LoyaltyCard })),
);

/** The menu's parts, and whether it is the demo. */
export function firstData(client: QueryClient) {
  return Promise.all([prefetchMenu(client), client.prefetchQuery(clientConfigQuery)]);
}

/** `/`: the front door: how to order, one's own orders, the menu's parts, the editors' words; in the demo its city (SH-03). */
export function Component() {
  usePageTitle(HOME.pageTitle);
  const demo = useIsDemo();
  const user = useUser();
  const carousel = useVariant("homepageCarousel");
  return (
    <>
      <section className={styles["door"]}>
        <div className={styles["words"]}>
          <h1>{HOME.title}</h1>
          <OrderSetup variant="inline" Steps={InlineSteps} />
        </div>
        <div className={styles["pizzas"]} aria-hidden="true">
          <HousePizza name="margherita" className={styles["large"]} />
          <HousePizza name="reindeer" className={styles["small"]} />
        </div>
      </section>
      {carousel === "a" && <HomeCarousel />}
      <OwnOrders />
      {user && (
        <Suspense>
          <OrderAgain user={user} />
        </Suspense>
      )}
      <Categories />
      <Suspense fallback={<div className={styles["loyalty"]} />}>
        <LoyaltyCard />
      </Suspense>
      <Stories hasCarousel={carousel === "control"} />
      {demo === true && (
        <Suspense>
          <RunningOrders />
        </Suspense>
      )}
    </>
  );
}
