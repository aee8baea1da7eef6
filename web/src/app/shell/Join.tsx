import { lazy, Suspense } from "react";
import { opening } from "../../lib/arriving";
import { isMembershipOpen } from "../../session/joining";
import { useUser } from "../../session/useUser";

const JoinDialog = lazy(() =>
  opening(() => import("../../features/loyalty/JoinDialog")).then((module) => ({
    default: module.JoinDialog,
  })),
);

/** Asks customers to join, or members for what is missing; its code comes where there is anything to ask. */
export function Join() {
  const user = useUser();
  return (
    user &&
    isMembershipOpen(user) && (
      <Suspense>
        <JoinDialog user={user} />
      </Suspense>
    )
  );
}
