import { useCallback, useEffect, useState } from "react";
import { useNavigationType } from "react-router";
import type { Drafts } from "../lib/drafts";
import { historyPlace } from "../lib/historyPlace";

/** How long a draft is kept. */
interface Keeping {
  /** It took work: who leaves it by *back* finds it again, by whichever way they come. */
  outlivesBack?: boolean;
}

/** The draft to go on with, after a reload or by the browser's *back*; who comes by a link begins anew, but for what outlives that. */
export function useKeptDraft<Draft>(
  drafts: Drafts<Draft>,
  id: string,
  { outlivesBack = false }: Keeping = {},
): Draft | null {
  const isByLink = useNavigationType() === "PUSH";
  const [kept] = useState(() => (isByLink && !outlivesBack ? null : drafts.find(id)));
  return kept;
}

/**
 * Keeps a draft, or none where it is `null`; answers what forgets it. It is forgotten too when what it is of is left by
 * *back*, unless it outlives that, and stays while one goes on from there.
 */
export function useDraft<Draft>(
  drafts: Drafts<Draft>,
  id: string,
  draft: Draft | null,
  { outlivesBack = false }: Keeping = {},
): () => void {
  const forget = useCallback(() => drafts.drop(id), [drafts, id]);
  useEffect(() => {
    if (draft === null) forget();
    else drafts.keep(id, draft);
  }, [drafts, id, draft, forget]);
  useEffect(() => {
    if (outlivesBack) return undefined;
    const openedAt = historyPlace();
    return () => {
      if (historyPlace() <= openedAt) forget();
    };
  }, [forget, outlivesBack]);
  return forget;
}
