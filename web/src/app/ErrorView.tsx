import { Button } from "../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../ui/Hero";
import { PageFrame } from "../ui/PageFrame";
import { DoorUnlit } from "../art/scenes/Doors";
import { usePageTitle } from "../ui/usePageTitle";
import { ERROR } from "./texts";

/** Where a page fails to load or to draw: an honest sentence instead of a blank. */
export function ErrorView() {
  usePageTitle(ERROR.title);
  return (
    <PageFrame>
      <Hero tone="peru" scene={<DoorUnlit />}>
        <HeroTitle size="outcome">{ERROR.title}</HeroTitle>
        <HeroText>{ERROR.text}</HeroText>
        <HeroActions>
          <Button onClick={() => window.location.reload()}>{ERROR.reload}</Button>
        </HeroActions>
      </Hero>
    </PageFrame>
  );
}
