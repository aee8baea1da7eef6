import { Navigate, useLocation } from "react-router";
import { Button } from "../../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../../ui/Hero";
import { LiveRegion } from "../../ui/LiveRegion";
import { PageFrame } from "../../ui/PageFrame";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { usePageTitle } from "../../ui/usePageTitle";
import { SECOND_FACTOR_PATH, signInPath } from "../../session/signInPath";
import { useStaff } from "../../session/useStaff";
import { BOARD, SESSION } from "./texts";
import { BoardView } from "./BoardView";

/** `/seuranta`: every order under way, for those who answer for them. */
export function Component() {
  const { pathname, search } = useLocation();
  const { member, ended, failed, retry } = useStaff();
  if (member?.totpSetup) return <Navigate to={SECOND_FACTOR_PATH} replace />;
  if (member && !member.mustChangePassword) return <BoardView member={member} />;
  if (member !== undefined) return <Navigate to={signInPath(pathname + search, ended)} replace />;
  return <Door failed={failed} onRetry={retry} />;
}

/** While it is not known who looks. */
function Door({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  usePageTitle(BOARD.title);
  return (
    <PageFrame wide>
      {failed ? (
        <Hero tone="peru" scene={<DoorUnlit />}>
          <HeroTitle size="outcome">{BOARD.title}</HeroTitle>
          <div role="alert">
            <HeroText>{BOARD.neverLoaded}</HeroText>
          </div>
          <HeroActions>
            <Button onClick={onRetry}>{BOARD.retry}</Button>
          </HeroActions>
        </Hero>
      ) : (
        <>
          <h1 className="sr-only">{BOARD.title}</h1>
          <LiveRegion text={SESSION.opening} />
        </>
      )}
    </PageFrame>
  );
}
