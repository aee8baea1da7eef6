import { ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../../ui/Hero";
import { DoorEvening } from "../../art/scenes/DoorEvening";
import { usePageTitle } from "../../ui/usePageTitle";
import { FIND, TEXTS } from "./texts";

/** `/tilaus` without an order: where the link to one's order is. */
export function Component() {
  usePageTitle(FIND.title);
  return (
    <Hero tone="ilta" scene={<DoorEvening />}>
      <HeroTitle size="outcome">{FIND.title}</HeroTitle>
      <HeroText>{FIND.text}</HeroText>
      <HeroText>{FIND.more}</HeroText>
      <HeroActions>
        <ButtonLink to="/">{TEXTS.home}</ButtonLink>
      </HeroActions>
    </Hero>
  );
}
