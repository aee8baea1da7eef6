import type { RouteObject } from "react-router";
import { loadMenu } from "../features/menu/menuCode";
import { Root } from "./Root";
import { lazyPage } from "./routing/lazyPage";
import { MinimalShell } from "./shell/MinimalShell";
import { Shell } from "./shell/Shell";

/** Pages with the shop's header and footer. */
const SHOP: RouteObject[] = [
  { path: "/", ...lazyPage(() => import("../features/home/HomePage")) },
  {
    path: "/menu",
    ...lazyPage(loadMenu),
    children: [
      { path: "tilaa-uudelleen", ...lazyPage(() => import("../features/menu/ReorderOverlay")) },
      { path: ":slug", ...lazyPage(() => import("../features/menu/ProductOverlay")) },
    ],
  },
  { path: "/raaka-aineet", ...lazyPage(() => import("../features/ingredients/IngredientsPage")) },
  { path: "/osta2maksa1", ...lazyPage(() => import("../features/offers/TwoForOnePage")) },
  { path: "/tarjoukset", ...lazyPage(() => import("./OffersRoute")) },
  { path: "/ravintolat", ...lazyPage(() => import("../features/restaurants/RestaurantsPage")) },
  { path: "/ravintolat/:slug", ...lazyPage(() => import("../features/restaurants/RestaurantPage")) },
  { path: "/ota-yhteytta", ...lazyPage(() => import("../features/contact/ContactPage")) },
  { path: "*", ...lazyPage(() => import("../features/story/StoryPage")) },
];

/** Pages with the minimal header and footer (SH-13). */
const ORDERS: RouteObject[] = [
  { path: "/tilaus", ...lazyPage(() => import("../features/tracking/FindOrderPage")) },
  { path: "/ostoskori", ...lazyPage(() => import("../features/checkout/CartPage")) },
  { path: "/tilaus/tulos", ...lazyPage(() => import("../features/checkout/ResultPage")) },
  { path: "/tilaus/:orderId", ...lazyPage(() => import("../features/tracking/TrackingPage")) },
  { path: "/kirjaudu", ...lazyPage(() => import("../features/sign-in/SignInPage")) },
];

/** Pages that bring their own frame. */
const BARE: RouteObject[] = [
  { path: "/menu/:slug/standAlone", ...lazyPage(() => import("../features/menu/StandAlonePage")) },
  { path: "/seuranta", ...lazyPage(() => import("../features/desk-board/BoardPage")) },
];

/** Every page of ours, each loaded when it is first gone to. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { element: <Shell />, children: SHOP },
      { element: <MinimalShell />, children: ORDERS },
      ...BARE,
    ],
  },
];
