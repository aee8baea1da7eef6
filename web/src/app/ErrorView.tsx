import { Button, ButtonLink } from "../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../ui/Hero";
import { PageFrame } from "../ui/PageFrame";
import { DoorUnlit } from "../art/scenes/DoorUnlit";
import { usePageTitle } from "../ui/usePageTitle";
import { startOver } from "./startOver";
import { ERROR } from "./texts";

/** Where a page fails to load or to draw: an honest sentence instead of a blank, and two ways on (SH-15). */
export function ErrorView() {
  usePageTitle(ERROR.title);
  return (
    <PageFrame>
      <Hero tone="peru" scene={<DoorUnlit />}>
        <HeroTitle size="outcome">{ERROR.title}</HeroTitle>
        <HeroText>{ERROR.text}</HeroText>
        <HeroActions>
          <ButtonLink href="/">{ERROR.home}</ButtonLink>
          {/* What this browser remembers may be what fails. */}
          <Button look="line" onClick={startOver}>
            {ERROR.startOver}
          </Button>
        </HeroActions>
      </Hero>
    </PageFrame>
  );
}
