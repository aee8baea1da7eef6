import type { RouteObject } from "react-router";
import { ErrorView } from "./ErrorView";
import { page } from "./reloadOnce";
import { Root } from "./Root";
import type { PageHandle } from "./RouteFocus";
import { MinimalShell } from "./shell/MinimalShell";
import { Shell } from "./shell/Shell";

/** Pages with the shop's header and footer. */
const SHOP: RouteObject[] = [
  { path: "/", lazy: page(() => import("../features/home/HomePage")) },
  {
    path: "/menu",
    handle: { holdsOverlays: true } satisfies PageHandle,
    lazy: page(() => import("../features/menu/MenuPage")),
    children: [
      { path: "tilaa-uudelleen", lazy: page(() => import("../features/menu/ReorderOverlay")) },
      { path: ":slug", lazy: page(() => import("../features/menu/ProductOverlay")) },
    ],
  },
  { path: "/raaka-aineet", lazy: page(() => import("../features/ingredients/IngredientsPage")) },
  { path: "/osta2maksa1", lazy: page(() => import("../features/offers/TwoForOnePage")) },
  { path: "/tarjoukset", lazy: page(() => import("./OffersRoute")) },
  { path: "/ravintolat", lazy: page(() => import("../features/restaurants/RestaurantsPage")) },
  { path: "/ravintolat/:slug", lazy: page(() => import("../features/restaurants/RestaurantPage")) },
  { path: "/ota-yhteytta", lazy: page(() => import("../features/contact/ContactPage")) },
  { path: "*", lazy: page(() => import("../features/story/StoryPage")) },
];

/** Pages with the minimal header and footer (SH-13). */
const ORDERS: RouteObject[] = [
  { path: "/tilaus", lazy: page(() => import("../features/tracking/FindOrderPage")) },
  { path: "/ostoskori", lazy: page(() => import("../features/checkout/CartPage")) },
  { path: "/tilaus/tulos", lazy: page(() => import("../features/checkout/ResultPage")) },
  { path: "/tilaus/:orderId", lazy: page(() => import("../features/tracking/TrackingPage")) },
  { path: "/kirjaudu", lazy: page(() => import("../features/sign-in/SignInPage")) },
];

/** Pages that bring their own frame. */
const BARE: RouteObject[] = [
  { path: "/menu/:slug/standAlone", lazy: page(() => import("../features/menu/StandAlonePage")) },
  { path: "/seuranta", lazy: page(() => import("../features/desk-board/BoardPage")) },
];

/** Every page of ours, each loaded when it is first gone to. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorView />,
    // In tests alone: `main.tsx` shows nothing before the first page's code is there.
    hydrateFallbackElement: <></>,
    children: [
      { element: <Shell />, children: SHOP },
      { element: <MinimalShell />, children: ORDERS },
      ...BARE,
    ],
  },
];
