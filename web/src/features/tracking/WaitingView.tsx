import { DoorEvening } from "../../art/scenes/DoorEvening";
import { CART_PATH } from "../../shop/checkout/paths";
import { ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroMeta, HeroText, HeroTitle } from "../../ui/Hero";
import { usePageTitle } from "../../ui/usePageTitle";
import { TEXTS, WAITING } from "./texts";

/** An order whose money has not come: it is said calmly, with the way back to pay, and goes on by itself. */
export function WaitingView({ orderId }: { orderId: string }) {
  usePageTitle(WAITING.title);
  return (
    <Hero tone="ilta" scene={<DoorEvening />}>
      <HeroMeta>{TEXTS.order(orderId)}</HeroMeta>
      <HeroTitle size="outcome">{WAITING.title}</HeroTitle>
      <div role="status">
        <HeroText>{WAITING.text}</HeroText>
      </div>
      <HeroText>{WAITING.more}</HeroText>
      <HeroActions>
        <ButtonLink to={CART_PATH}>{WAITING.toPay}</ButtonLink>
      </HeroActions>
    </Hero>
  );
}
