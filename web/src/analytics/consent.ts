/** What somebody has agreed to in this browser (docs/spec/people.md, "Consent"); no answer is none given. */
import { create } from "zustand";
import { readText, removeText, writeText } from "../lib/textStorage";

/** What one may agree to, beside what the shop cannot do without. */
export interface Choice {
  /** Counting how the shop is used. */
  analytics: boolean;
  /** Telling from which advertisement somebody came. */
  marketing: boolean;
}

/** An answer. */
export interface Consent extends Choice {
  version: typeof CONSENT_VERSION;
  /** When it was given, an instant. */
  at: string;
}

/** The version of what is asked; an answer to another question is none. */
export const CONSENT_VERSION = 1;
/** The key under which the answer is kept. */
export const CONSENT_KEY = "ovelle.consent";

/** What is kept in this browser by one's leave alone: it goes when that is taken back. */
const KEPT_BY_LEAVE: Readonly<Record<keyof Choice, readonly string[]>> = {
  analytics: ["ovelle.visitor", "ovelle.experiments", "ovelle.purchases"],
  marketing: ["ovelle.attribution"],
};

const useStore = create<{ given: Consent | null }>()(() => ({ given: kept() }));

window.addEventListener("storage", ({ key }) => {
  // Without a key all was emptied at once.
  if (key === CONSENT_KEY || key === null) useStore.setState({ given: kept() });
});

/** The answer that was given; `null` until there is one. */
export function useConsent(): Consent | null {
  return useStore(({ given }) => given);
}

/** The answer that was given, outside React. */
export function consent(): Consent | null {
  return useStore.getState().given;
}

/** Keeps an answer; what was kept by a leave that is not given goes. */
export function answerConsent({ analytics, marketing }: Choice): void {
  const given: Consent = { version: CONSENT_VERSION, analytics, marketing, at: new Date().toISOString() };
  writeText(CONSENT_KEY, JSON.stringify(given));
  if (!analytics) KEPT_BY_LEAVE.analytics.forEach((name) => removeText(name));
  if (!marketing) KEPT_BY_LEAVE.marketing.forEach((name) => removeText(name));
  useStore.setState({ given });
}

/** Calls back with each answer, whichever tab gave it; answers what ends that. */
export function onConsent(listener: (given: Consent | null) => void): () => void {
  return useStore.subscribe(({ given }) => listener(given));
}

function kept(): Consent | null {
  try {
    const value: unknown = JSON.parse(readText(CONSENT_KEY) ?? "null");
    return isConsent(value) ? value : null;
  } catch {
    return null;
  }
}

function isConsent(value: unknown): value is Consent {
  if (typeof value !== "object" || value === null) return false;
  const { version, analytics, marketing, at } = value as Partial<Record<keyof Consent, unknown>>;
  return (
    version === CONSENT_VERSION &&
    typeof analytics === "boolean" &&
    typeof marketing === "boolean" &&
    typeof at === "string"
  );
}
