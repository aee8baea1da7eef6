import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { opening } from "../lib/arriving";

const OffersPage = lazy(async () => {
  const { Component: Page } = await opening(() => import("../features/offers/OffersPage"));
  return { default: Page };
});
const NotFoundPage = lazy(async () => {
  const { Component: Page } = await opening(() => import("../features/notfound/NotFoundPage"));
  return { default: Page };
});

/** `/tarjoukset`: there is no such page, but for who looks at it before it opens (CM-24). */
export function Component() {
  const isForced = useSearchParams()[0].has("forceActive");
  return <Suspense>{isForced ? <OffersPage /> : <NotFoundPage />}</Suspense>;
}
