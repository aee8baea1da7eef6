import { RefreshCw } from "lucide-react";
import { isPassing, type Problem } from "../../live/live";
import { Button, ButtonLink, type ButtonLook } from "../../ui/Button";
import { Hero, HeroActions, HeroMeta, HeroText, HeroTitle } from "../../ui/Hero";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { usePageTitle } from "../../ui/usePageTitle";
import { PROBLEMS, TEXTS } from "./texts";
import { CART_PATH } from "../../shop/checkout/paths";

interface ProblemViewProps {
  problem: Exclude<Problem, "not-received"> | "no-key";
  orderId: string;
  onRetry: () => void;
  onReload: () => void;
}

/** Why there is no order to show, in words, with one action and one way out. */
export function ProblemView({ problem, orderId, onRetry, onReload }: ProblemViewProps) {
  const words = PROBLEMS[problem];
  const mayPass = problem !== "no-key" && isPassing(problem);
  usePageTitle(words.title);
  return (
    <Hero tone="peru" scene={<DoorUnlit />}>
      {/* Of what nobody looked up not even the number is said. */}
      {problem !== "no-key" && <HeroMeta>{TEXTS.order(orderId)}</HeroMeta>}
      <HeroTitle size="outcome">{words.title}</HeroTitle>
      <div role="alert">
        <HeroText>{words.text}</HeroText>
      </div>
      {"more" in words && <HeroText>{words.more}</HeroText>}
      <HeroActions>
        {mayPass && <Retry text={TEXTS.retry} onClick={onRetry} />}
        {problem === "unpaid" && <ButtonLink to={CART_PATH}>{TEXTS.toCart}</ButtonLink>}
        <ButtonLink look={mayPass || problem === "unpaid" ? "line" : "action"} to="/">
          {TEXTS.home}
        </ButtonLink>
        {problem === "not-found" && <Retry look="line" text={TEXTS.refresh} onClick={onReload} />}
      </HeroActions>
    </Hero>
  );
}

function Retry({ look, text, onClick }: { look?: ButtonLook; text: string; onClick: () => void }) {
  return (
    <Button {...(look && { look })} onClick={onClick}>
      <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
      {text}
    </Button>
  );
}
