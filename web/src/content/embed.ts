/** What of another house may stand in a page of ours, and at which address. Pure. */

const VIDEO_HOSTS = new Set(["www.youtube-nocookie.com", "player.vimeo.com"]);
/** A frame's height in pixels (people, 7). */
const HEIGHT = { least: 50, most: 2000, usual: 450 };

/** The address of a page of another house, over https alone; `null` for what is none, or is ours. */
export function elsewhere(src: string): URL | null {
  if (!URL.canParse(src)) return null;
  const url = new URL(src);
  return url.protocol === "https:" && url.host !== window.location.host ? url : null;
}

/** The address at which a video plays once it is asked for; by itself it would be muted (CT-20). */
export function videoOf(embed: string, isMuted: boolean): URL | null {
  const url = elsewhere(embed);
  if (!url || !VIDEO_HOSTS.has(url.host)) return null;
  url.searchParams.set("autoplay", "1");
  if (isMuted) url.searchParams.set(url.host === "player.vimeo.com" ? "muted" : "mute", "1");
  return url;
}

/** How tall a frame is. */
export function heightOf(heightPx: unknown): number {
  const height = typeof heightPx === "string" ? Number(heightPx) : heightPx;
  if (typeof height !== "number" || !Number.isFinite(height)) return HEIGHT.usual;
  return Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.round(height)));
}
