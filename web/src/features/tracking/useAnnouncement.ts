import { useEffect, useState } from "react";

/** Between two announcements of the same stage. */
const PAUSE_MS = 30_000;

interface Announcement {
  stage: string;
  text: string;
  /** When it was put into the live region, epoch ms. */
  at: number;
}

/** What the live region says: a new stage at once, a new estimate at most every 30 s. */
export function useAnnouncement(stage: string, text: string): string {
  const [said, setSaid] = useState<Announcement>(() => ({ stage, text, at: Date.now() }));
  useEffect(() => {
    if (text === said.text && stage === said.stage) return;
    const pause = stage === said.stage ? Math.max(0, said.at + PAUSE_MS - Date.now()) : 0;
    const timer = setTimeout(() => setSaid({ stage, text, at: Date.now() }), pause);
    return () => clearTimeout(timer);
  }, [stage, text, said]);
  return said.text;
}
