import type { RouteObject } from "react-router";
import { loadMenu } from "../features/menu/menuCode";
import { Root } from "./Root";
import { lazyPage } from "./routing/lazyPage";
import { MinimalShell } from "./shell/MinimalShell";
import { Shell } from "./shell/Shell";

const loadWayIn = () => import("../features/sign-in/pages");
const loadAccount = () => import("../features/account/pages");
/** A page on the way in, by its name. */
const way = (name: keyof Awaited<ReturnType<typeof loadWayIn>>) =>
  lazyPage(async () => ({ Component: (await loadWayIn())[name] }));
/** A page of an account, by its name. */
const account = (name: keyof Awaited<ReturnType<typeof loadAccount>>) =>
  lazyPage(async () => ({ Component: (await loadAccount())[name] }));

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
  { path: "/kotijoukot", ...lazyPage(() => import("../features/loyalty/LandingPage")) },
  { path: "/minun-kotijoukot", ...lazyPage(() => import("../features/loyalty/MemberPage")) },
  { path: "/kupongit", ...lazyPage(() => import("../features/coupons/CouponsPage")) },
  { path: "/ota-yhteytta", ...lazyPage(() => import("../features/contact/ContactPage")) },
  { path: "/kysely", ...lazyPage(() => import("../features/survey/SurveyPage")) },
  { path: "/kysely/vastaa", ...lazyPage(() => import("../features/survey/AnswerPage")) },
  { path: "/kysely/:orderId", ...lazyPage(() => import("../features/survey/OrderSurveyPage")) },
  { path: "/kirjaudu", ...way("SignIn") },
  { path: "/rekisteroidy", ...way("Register") },
  { path: "/rekisteroidy/syntymaaika", ...way("BirthDate") },
  { path: "/unohditko-salasanasi", ...way("Forgotten") },
  { path: "/vaihda-salasana", ...way("Reset") },
  { path: "/vahvista-sahkoposti", ...way("ConfirmEmail") },
  { path: "/hyvaksy-kayttoehdot", ...way("Terms") },
  { path: "/tyo", ...lazyPage(() => import("../features/workplace/WorkPage")) },
  { path: "/tyo/vahvistuskoodi", ...lazyPage(() => import("../features/workplace/SecondFactorPage")) },
  {
    path: "/asiakastili",
    ...account("Account"),
    children: [
      { path: "etukoodini", ...account("Benefits") },
      { path: "omat-tiedot", ...account("Details") },
      { path: "osoitteet", ...account("Addresses") },
      { path: "maksutavat", ...account("Methods") },
      { path: "tilaushistoria", ...account("History") },
    ],
  },
  { path: "*", ...lazyPage(() => import("../features/story/StoryPage")) },
];

/** Pages with the minimal header and footer (SH-13). */
const ORDERS: RouteObject[] = [
  { path: "/tilaus", ...lazyPage(() => import("../features/tracking/FindOrderPage")) },
  { path: "/ostoskori", ...lazyPage(() => import("../features/checkout/CartPage")) },
  { path: "/tilaus/tulos", ...lazyPage(() => import("../features/checkout/ResultPage")) },
  { path: "/tilaus/:orderId", ...lazyPage(() => import("../features/tracking/TrackingPage")) },
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
