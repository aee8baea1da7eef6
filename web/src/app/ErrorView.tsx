import { Button } from "../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../ui/Hero";
import { PageFrame } from "../ui/PageFrame";
import { DoorUnlit } from "../ui/scenes/Doors";
import { usePageTitle } from "../ui/usePageTitle";

const TEXTS = {
  title: "Jokin meni vikaan",
  text: "Sivu ei auennut. Lataa se uudelleen.",
  reload: "Lataa sivu uudelleen",
};

/** Where a page fails to load or to draw: an honest sentence instead of a blank. */
export function ErrorView() {
  usePageTitle(TEXTS.title);
  return (
    <PageFrame>
      <Hero tone="peru" scene={<DoorUnlit />}>
        <HeroTitle size="outcome">{TEXTS.title}</HeroTitle>
        <HeroText>{TEXTS.text}</HeroText>
        <HeroActions>
          <Button onClick={() => window.location.reload()}>{TEXTS.reload}</Button>
        </HeroActions>
      </Hero>
    </PageFrame>
  );
}
