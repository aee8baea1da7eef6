import { ProblemBanners } from "./Problems";
import { SignOutWaits } from "./SignOutWaits";

/** Bars under the header: what waits for the network, and what went wrong. */
export function Troubles({ isInset = false }: { isInset?: boolean }) {
  return (
    <>
      <SignOutWaits />
      <ProblemBanners isInset={isInset} />
    </>
  );
}
