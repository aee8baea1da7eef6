import { useEffect, useState } from "react";

/** Between two announcements of the same stage. */
const PAUSE_MS = 30_000;

interface Announcement {
  stage: string;
  /** All that there was to say. */
  parts: readonly string[];
  /** What was said of it. */
  text: string;
  /** When it was put into the live region, epoch ms. */
  at: number;
}

/**
 * What the live region says: a new stage at once and in full, what has changed since (the minutes, the car) at most every
 * 30 s and alone.
 */
export function useAnnouncement(stage: string, parts: readonly string[]): string {
  const [said, setSaid] = useState<Announcement>(() => ({
    stage,
    parts,
    text: parts.join(" "),
    at: Date.now(),
  }));
  const all = parts.join("\n");
  useEffect(() => {
    const isNewStage = stage !== said.stage;
    const wanted = all.split("\n");
    const news = isNewStage ? wanted : wanted.filter((part) => !said.parts.includes(part));
    if (news.length === 0) return;
    const say = () => setSaid({ stage, parts: wanted, text: news.join(" "), at: Date.now() });
    const timer = setTimeout(say, isNewStage ? 0 : Math.max(0, said.at + PAUSE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [stage, all, said]);
  return said.text;
}
