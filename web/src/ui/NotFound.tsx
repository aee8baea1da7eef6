import { DoorUnlit } from "../art/scenes/DoorUnlit";
import { ButtonLink } from "./Button";
import { Hero, HeroActions, HeroText, HeroTitle } from "./Hero";
import { NOT_FOUND } from "./texts";
import { usePageTitle } from "./usePageTitle";

/** In place of a page where an address leads to nothing (SH-04). */
export function NotFound() {
  usePageTitle(NOT_FOUND.title);
  return (
    <Hero tone="peru" scene={<DoorUnlit />}>
      <HeroTitle size="outcome">{NOT_FOUND.title}</HeroTitle>
      <HeroText>{NOT_FOUND.text}</HeroText>
      <HeroActions>
        <ButtonLink to="/">{NOT_FOUND.home}</ButtonLink>
      </HeroActions>
    </Hero>
  );
}
