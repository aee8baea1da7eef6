import type { RouteObject } from "react-router";
import { ErrorView } from "./ErrorView";
import { RouteFocus } from "./RouteFocus";

/** Every page of ours, each loaded when it is first gone to. */
export const routes: RouteObject[] = [
  {
    element: <RouteFocus />,
    errorElement: <ErrorView />,
    // In tests alone: `main.tsx` shows nothing before the first page's code is there.
    hydrateFallbackElement: <></>,
    children: [
      { path: "/", lazy: () => import("../features/home/HomePage") },
      { path: "/tilaus", lazy: () => import("../features/tracking/FindOrderPage") },
      { path: "/tilaus/:orderId", lazy: () => import("../features/tracking/TrackingPage") },
      { path: "/kirjaudu", lazy: () => import("../features/sign-in/SignInPage") },
      { path: "/seuranta", lazy: () => import("../features/desk-board/BoardPage") },
      { path: "*", lazy: () => import("../features/notfound/NotFoundPage") },
    ],
  },
];
