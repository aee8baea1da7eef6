/** A car on the road, and the telephone in it that says where it is. */
import { chanceFrom } from "../../src/live/testing/chance";
import type { Kitchen } from "./kitchen";
import type { Place, Track } from "./track";

/** How a telephone reports. */
export interface Phone {
  /** Between two looks at the satellites, in ms. */
  everyMs: number;
  /** Each look comes up to so much sooner or later, in ms. */
  jitterMs: number;
  /** Each report is up to so long on its way to the server, in ms; they keep their order. */
  delayMs: number;
  /** How far off the satellites may be, in metres, each way. */
  noiseM: number;
}

/** As telephones do it in a town. */
export const USUAL_PHONE: Phone = { everyMs: 2_000, jitterMs: 300, delayMs: 250, noiseM: 0 };

/** Drives a car along a track at a steady speed, and knows where it truly is. */
export class Drive {
  private readonly random: () => number;
  private readonly reports = new Set<Promise<void>>();
  private beganAt = Infinity;
  private timer: NodeJS.Timeout | null = null;
  private silent = false;
  /** What the server said no to. */
  private refusal: unknown = null;

  /**
   * @param kitchen through whom the reports go
   * @param speed in metres a second
   * @param seed the same seed makes the same telephone
   */
  constructor(
    private readonly kitchen: Kitchen,
    readonly carId: string,
    readonly track: Track,
    private readonly speed: number,
    private readonly phone: Phone = USUAL_PHONE,
    seed = 7,
  ) {
    this.random = chanceFrom(seed).next;
  }

  /** Sets off; the first report has been taken when this is done. */
  async begin(): Promise<void> {
    this.beganAt = Date.now();
    await this.report(0);
    this.plan();
  }

  /** How many metres along its track it is at a moment (epoch ms). */
  metresAt(moment: number): number {
    return Math.min(this.track.length, Math.max(0, ((moment - this.beganAt) / 1_000) * this.speed));
  }

  /** When it was, or will be, so many metres along its track (epoch ms). */
  momentAt(metres: number): number {
    return this.beganAt + (metres / this.speed) * 1_000;
  }

  /** Where it truly is at a moment (epoch ms). */
  placeAt(moment: number): Place {
    return this.track.at(this.metresAt(moment));
  }

  /** Whether it has come to the end of its track. */
  get hasArrived(): boolean {
    return this.metresAt(Date.now()) >= this.track.length;
  }

  /** From now on the telephone says nothing, while the car goes on; or it speaks again. */
  hush(silent: boolean): void {
    this.silent = silent;
  }

  /** Reports no more. Fails where the server refused a report; one that found no server is lost, as on the road. */
  async end(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await Promise.all(this.reports);
    if (this.refusal) throw this.refusal;
  }

  private plan(): void {
    const { everyMs, jitterMs, delayMs } = this.phone;
    const wait = everyMs + (2 * this.random() - 1) * jitterMs;
    this.timer = setTimeout(() => {
      this.plan();
      if (this.silent) return;
      const reporting = this.report(this.random() * delayMs).catch((error: unknown) => {
        // `fetch` says so of a network that fails.
        if (!(error instanceof TypeError)) this.refusal = error;
      });
      this.reports.add(reporting);
      void reporting.then(() => this.reports.delete(reporting));
    }, wait);
  }

  /** Looks where it is, and tells it after `delay` ms. */
  private async report(delay: number): Promise<void> {
    const seenAt = Date.now();
    const { headingDeg, ...truth } = this.track.at(this.metresAt(seenAt));
    const seen = this.blur(truth);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await this.kitchen.reportPositions(this.carId, {
      ...seen,
      at: new Date(seenAt).toISOString(),
      headingDeg: Math.round(headingDeg) % 360,
      speedKmh: Math.round(this.speed * 3.6),
    });
  }

  private blur({ lat, lng }: Place): Place {
    const { noiseM } = this.phone;
    const off = () => ((2 * this.random() - 1) * noiseM) / 111_195;
    return { lat: lat + off(), lng: lng + off() / Math.cos((lat * Math.PI) / 180) };
  }
}
