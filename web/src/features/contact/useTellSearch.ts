import { useEffect } from "react";
import { post, send } from "../../api/client";
import { logFailure } from "../../lib/log";

/** So much of a term is told, in characters (CT-25). */
const LONGEST = 100;

/** Tells the editors what is looked for and how much of it there is; an empty term tells nothing (CT-25). */
export function useTellSearch(term: string, results: number): void {
  useEffect(() => {
    if (term === "") return;
    const body = { term: [...term].slice(0, LONGEST).join(""), results };
    send(post("/api/cms/faq-searches", { body })).catch((error: unknown) =>
      logFailure("telling what was looked for", error),
    );
  }, [term, results]);
}
