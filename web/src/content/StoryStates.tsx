import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError, type Story } from "../api/client";
import { DoorUnlit } from "../art/scenes/DoorUnlit";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { NotFound } from "../ui/NotFound";
import { CONTENT } from "./texts";

/** In place of a page whose story has not come: on its way, not there, or not to be had just now (CT-04). */
export function StoryStates({ query: { error, refetch } }: { query: UseQueryResult<Story> }) {
  if (error === null) return <p role="status">{CONTENT.loading}</p>;
  if (error instanceof ApiError && error.code === "cms/not-found") return <NotFound />;
  return (
    <div role="alert">
      <EmptyState
        drawing={<DoorUnlit />}
        text={CONTENT.failed}
        action={<Button onClick={() => void refetch()}>{CONTENT.retry}</Button>}
      />
    </div>
  );
}
