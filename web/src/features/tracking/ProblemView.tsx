import { RefreshCw } from "lucide-react";
import type { Problem } from "../../live/live";
import { Button, ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroMeta, HeroText, HeroTitle } from "../../ui/Hero";
import { DoorUnlit } from "../../art/scenes/Doors";
import { usePageTitle } from "../../ui/usePageTitle";
import { PROBLEMS, TEXTS } from "./texts";

interface ProblemViewProps {
  problem: Problem | "no-key";
  orderId: string;
  onRetry: () => void;
  onReload: () => void;
}

/** Why there is no order to show, in words, with one action and one way out. */
export function ProblemView({ problem, orderId, onRetry, onReload }: ProblemViewProps) {
  const words = PROBLEMS[problem];
  usePageTitle(words.title);
  const retry = problem === "not-found" || problem === "failed";
  return (
    <Hero tone="peru" scene={<DoorUnlit />}>
      <HeroMeta>{TEXTS.order(orderId)}</HeroMeta>
      <HeroTitle size="outcome">{words.title}</HeroTitle>
      <div role="alert">
        <HeroText>{words.text}</HeroText>
      </div>
      {"more" in words && <HeroText>{words.more}</HeroText>}
      <HeroActions>
        {retry && (
          <Button onClick={onRetry}>
            <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
            {TEXTS.retry}
          </Button>
        )}
        {problem === "not-found" ? (
          <Button look="line" onClick={onReload}>
            {TEXTS.reload}
          </Button>
        ) : (
          <ButtonLink look={retry ? "line" : "action"} to="/">
            {TEXTS.home}
          </ButtonLink>
        )}
      </HeroActions>
    </Hero>
  );
}
