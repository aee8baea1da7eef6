/** The quiet two tones that tell of an order which has just become late. */

/** Late orders come in bursts: no two chimes closer than this. */
export const BETWEEN_CHIMES_MS = 10_000;
const TONES_HZ = [659.3, 523.3] as const;
const TONE_S = 0.18;
/** Loud enough beside a headset, and no louder. */
const GAIN = 0.06;
/** From nothing to full and back, so that no tone begins with a click. */
const RAMP_S = 0.03;

/** What chimes. */
export interface Chime {
  /** Chimes, unless it has done so a moment ago. */
  ring(): void;
  /** Lets a person hear how it sounds; what they press is what a browser waits for before it lets a page sound. */
  sample(): void;
  /** To be called with any press of a person, so that later chimes are heard. */
  unlock(): void;
}

/** Makes a chime; nothing is opened before it is wanted. `monotonic`: milliseconds that never go back. */
export function createChime(open: () => AudioContext, monotonic: () => number): Chime {
  let audio: AudioContext | null = null;
  let rangAt = -Infinity;

  function opened(): AudioContext {
    audio ??= open();
    // Refused where nobody has pressed anything yet; there will be another time.
    if (audio.state === "suspended") void audio.resume().catch(() => undefined);
    return audio;
  }

  function sound() {
    const context = opened();
    TONES_HZ.forEach((hertz, index) => tone(context, hertz, context.currentTime + index * TONE_S));
  }

  return {
    ring() {
      if (monotonic() - rangAt < BETWEEN_CHIMES_MS) return;
      rangAt = monotonic();
      sound();
    },
    sample: sound,
    unlock: () => void opened(),
  };
}

function tone(context: AudioContext, hertz: number, from: number) {
  const oscillator = context.createOscillator();
  const loudness = context.createGain();
  const until = from + TONE_S;
  oscillator.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, from);
  loudness.gain.linearRampToValueAtTime(GAIN, from + RAMP_S);
  loudness.gain.setValueAtTime(GAIN, until - RAMP_S);
  loudness.gain.linearRampToValueAtTime(0, until);
  oscillator.connect(loudness).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(until);
}

/** The tab's own chime. */
export const CHIME = createChime(
  () => new AudioContext(),
  () => performance.now(),
);
