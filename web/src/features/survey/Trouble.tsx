import type { ReactNode } from "react";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { SURVEY } from "./texts";

/** Why there is nothing to answer, and the way on. */
export function Trouble({
  text,
  onRetry,
  action,
}: {
  text: string;
  onRetry?: () => void;
  action?: ReactNode;
}) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<DoorUnlit />}
        text={text}
        action={onRetry ? <Button onClick={onRetry}>{SURVEY.retry}</Button> : action}
      />
    </div>
  );
}
