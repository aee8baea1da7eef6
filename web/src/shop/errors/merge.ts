/** Problems of one code as one (ER-03, ER-20). Pure. */
import { notFoundCombined } from "../texts";
import type { ShopProblem } from "./problem";

type Code = ShopProblem["messageCode"];

/** The code under which a problem is shown: what was not found is told together (ER-20). */
export function shownCode({ messageCode }: ShopProblem): Code {
  return messageCode === "product/not-found" ? "product/not-found-combined" : messageCode;
}

/** Each code once, in the order in which they came; what the others of a code say is not lost. */
export function mergedByCode(problems: readonly ShopProblem[]): ShopProblem[] {
  const byCode = new Map<Code, ShopProblem>();
  for (const problem of problems) {
    const code = shownCode(problem);
    const known = byCode.get(code);
    const shown = code === "product/not-found-combined" ? combined(problem) : problem;
    byCode.set(code, known ? merged(known, shown) : shown);
  }
  return [...byCode.values()];
}

function combined({ metadata, ...problem }: ShopProblem): ShopProblem {
  if (problem.messageCode !== "product/not-found") return { ...problem, metadata };
  const shown = notFoundCombined(metadata.invalidOrderNames ?? []);
  return { ...shown, metadata: { ...metadata, ...shown.metadata } };
}

function merged(known: ShopProblem, more: ShopProblem): ShopProblem {
  const names = [...(known.metadata.invalidOrderNames ?? []), ...(more.metadata.invalidOrderNames ?? [])];
  const description = known.metadata.description ?? "";
  const isSaid = [known.message, ...description.split("\n")].includes(more.message);
  return {
    ...known,
    metadata: {
      ...known.metadata,
      invalidOrderNames: [...new Set(names)],
      description: isSaid ? description : [description, more.message].filter(Boolean).join("\n"),
    },
  };
}
