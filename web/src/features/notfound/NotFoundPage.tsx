import { ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "../../ui/Hero";
import { PageFrame } from "../../ui/PageFrame";
import { DoorUnlit } from "../../art/scenes/Doors";
import { usePageTitle } from "../../ui/usePageTitle";
import { NOT_FOUND } from "./texts";

/** `/404`, and every path that is nothing. */
export function Component() {
  usePageTitle(NOT_FOUND.title);
  return (
    <PageFrame>
      <Hero tone="peru" scene={<DoorUnlit />}>
        <HeroTitle size="outcome">{NOT_FOUND.title}</HeroTitle>
        <HeroText>{NOT_FOUND.text}</HeroText>
        <HeroActions>
          <ButtonLink to="/">{NOT_FOUND.home}</ButtonLink>
        </HeroActions>
      </Hero>
    </PageFrame>
  );
}
