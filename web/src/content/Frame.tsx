import { ExternalLink, Play } from "lucide-react";
import { useState } from "react";
import styles from "./Frame.module.css";
import { IS_BARRED } from "./privatePages";
import { CONTENT } from "./texts";

interface FrameProps {
  url: URL;
  kind: "video" | "page";
  /** In pixels; a video's own where it is absent (CT-20). */
  height?: number;
}

/** What it may do in its own house; of ours it gets nothing. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-presentation";

/** A frame of another house: nothing is loaded from there until somebody presses (look, "Stories"). */
export function Frame({ url, kind, height }: FrameProps) {
  const [isLoaded, setLoaded] = useState(false);
  const Icon = kind === "video" ? Play : ExternalLink;
  const name = CONTENT[kind](url.host);
  return (
    <div className={styles[kind]} style={height === undefined ? undefined : { height }}>
      {isLoaded ? (
        <iframe
          ref={focusOnce}
          src={url.href}
          title={name}
          sandbox={SANDBOX}
          allow="autoplay; fullscreen; picture-in-picture"
          // Players ask who shows them.
          referrerPolicy="strict-origin-when-cross-origin"
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
