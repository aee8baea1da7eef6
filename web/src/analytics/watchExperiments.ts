/** Draws the variants of this browser: by leave to count alone (docs/spec/people.md, "Experiments"; AN-10). */
import { get, send } from "../api/client";
import { randomUuid } from "../lib/randomId";
import { readText, removeText, thisTab, writeText } from "../lib/textStorage";
import { consent, type Consent, onConsent } from "./consent";
import { type KeptWeights, variantsFor, weightsOf } from "./experiments";
import { tellPageError } from "./pageErrors";
import { FORCED, unknownExperiments, useVariants } from "./variants";

const WEIGHTS = "ovelle.experiments";
const VISITOR = "ovelle.visitor";

let isWatching = false;

/** Follows the leave to count: with it the weights are fetched, without it nothing is known or kept. */
export function watchExperiments(): void {
  if (isWatching) return;
  isWatching = true;
  unknownExperiments.listen((key) => tellPageError("FRONTEND_REMOTE_CONFIG_EXPERIMENT_NOT_CONFIGURED", key));
  onConsent((given) => void hear(given));
  void hear(consent());
}

async function hear(given: Consent | null): Promise<void> {
  if (given?.analytics !== true) {
    removeText(FORCED, thisTab);
    return useVariants.setState({ drawn: null });
  }
  const { forced } = useVariants.getState();
  if (Object.keys(forced).length > 0) writeText(FORCED, JSON.stringify(forced), thisTab);
  const kept = weightsOf(readText(WEIGHTS));
  if (kept !== null) draw(kept);
  if (kept !== null && Date.now() < kept.until) return;
  const fetched = await fetchWeights();
  // It may have been taken back meanwhile.
  if (fetched === null || consent()?.analytics !== true) return;
  writeText(WEIGHTS, JSON.stringify(fetched));
  draw(fetched);
}

function draw({ weights }: KeptWeights): void {
  const visitorId = readText(VISITOR) ?? randomUuid();
  writeText(VISITOR, visitorId);
  useVariants.setState({ drawn: variantsFor(weights, visitorId) });
}

/** Where they do not come, what is known stays. */
async function fetchWeights(): Promise<KeptWeights | null> {
  const answer = await send(get("/api/experiments")).catch(() => null);
  return answer && { until: Date.now() + answer.minFetchSeconds * 1000, weights: answer.experiments };
}
