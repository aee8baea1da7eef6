import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { opening } from "../../lib/arriving";
import { isWayIn } from "../../session/signInPath";
import { useShopper } from "../../shop/caller";

const CallerBar = lazy(() =>
  opening(() => import("../../features/call-centre/CallerBar")).then((module) => ({
    default: module.CallerBar,
  })),
);

/** The call centre's bar over every page of the shop, but the ways in; nobody else loads it. */
export function Caller() {
  const { isStaff } = useShopper();
  const { pathname } = useLocation();
  if (!isStaff || isWayIn(pathname)) return null;
  return (
    <Suspense>
      <CallerBar />
    </Suspense>
  );
}
