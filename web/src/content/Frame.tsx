import { ExternalLink, Play } from "lucide-react";
import { useState } from "react";
import { IS_BARRED } from "./documentPolicy";
import styles from "./Frame.module.css";
import { CONTENT } from "./texts";

interface FrameProps {
  url: URL;
  kind: "video" | "page";
  /** What the editors call it; its host's name where they do not. */
  title?: string;
  /** In pixels; a video's own where it is absent (CT-20). */
  height?: number;
}

/** What it may do in its own house; of ours it gets nothing. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups";
/** Players play for nobody who does not say who shows them; others learn nothing. */
const REFERRER = { video: "strict-origin-when-cross-origin", page: "no-referrer" } as const;

/** A frame of another house: nothing is loaded from there until somebody presses (look, "Stories"). */
export function Frame({ url, kind, title = "", height }: FrameProps) {
  const [isLoaded, setLoaded] = useState(false);
  const Icon = kind === "video" ? Play : ExternalLink;
  const name = title || CONTENT[kind](url.host);
  return (
    <div className={styles[kind]} style={height === undefined ? undefined : { height }}>
      {isLoaded ? (
        <iframe
          ref={focusOnce}
          src={url.href}
          title={name}
          sandbox={SANDBOX}
          allow="autoplay; fullscreen; picture-in-picture"
          referrerPolicy={REFERRER[kind]}
          loading="lazy"
        />
      ) : (
        <button type="button" onClick={() => (IS_BARRED ? window.location.reload() : setLoaded(true))}>
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
          <span>
            <b>{CONTENT.show[kind]}</b> <small>{CONTENT.loadsFrom(url.host)}</small>
          </span>
        </button>
      )}
    </div>
  );
}

/** The button that was pressed is gone: the focus goes on with what came in its place. */
function focusOnce(frame: HTMLIFrameElement | null) {
  frame?.focus();
}
