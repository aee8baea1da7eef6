import { Navigate } from "react-router";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { SECOND_FACTOR_PATH, signInPath, WORK_PATH } from "../../session/signInPath";
import { useStaff } from "../../session/useStaff";
import { useVisitor } from "../../session/useVisitor";
import { Button, ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../../ui/Hero";
import { usePageTitle } from "../../ui/usePageTitle";
import { WORK } from "./texts";

const BOARD_PATH = "/seuranta";
/** Who works at the board: those who answer callers, and those who send cars. */
const AT_BOARD: ReadonlySet<string> = new Set(["callcentre", "dispatch"]);

/** Who must set up a second factor is nobody to the shop yet. */
function Newcomer() {
  const { member, failed } = useStaff();
  if (member === undefined && !failed) return <Opening />;
  return <Navigate to={member?.totpSetup ? SECOND_FACTOR_PATH : signInPath(WORK_PATH)} replace />;
}

function Opening() {
  return (
    <p className="sr-only" role="status">
      {WORK.opening}
    </p>
  );
}

/** `/tyo`: leads the staff to where they work. */
export function Component() {
  usePageTitle(WORK.title);
  const { session, failed, retry } = useVisitor();
  if (session === undefined) {
    if (!failed) return <Opening />;
    return (
      <Hero tone="peru" scene={<DoorUnlit />}>
        <HeroTitle size="outcome">{WORK.title}</HeroTitle>
        <div role="alert">
          <HeroText>{WORK.failed}</HeroText>
        </div>
        <HeroActions>
          <Button onClick={retry}>{WORK.retry}</Button>
        </HeroActions>
      </Hero>
    );
  }
  if (session.roles.length === 0) return <Newcomer />;
  if (session.roles.some((role) => AT_BOARD.has(role))) return <Navigate to={BOARD_PATH} replace />;
  return (
    <Hero tone="peru" scene={<DoorUnlit />}>
      <HeroTitle size="outcome">{WORK.title}</HeroTitle>
      <HeroText>{WORK.none}</HeroText>
      <HeroActions>
        <ButtonLink to="/">{WORK.home}</ButtonLink>
      </HeroActions>
    </Hero>
  );
}
