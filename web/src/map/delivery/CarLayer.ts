import type { Map as LeafletMap } from "leaflet";
import { isCalm } from "../calm";
import { startFrames, stopFrames } from "../frames";
import { metresBetween, type Place } from "../geo";
import { type Fix, Glide } from "../glide";
import styles from "../Map.module.css";
import type { Observable, Readable } from "../observable";
import { makePin, PinLayer } from "../PinLayer";

/** Where the car is drawn, told after each report and every few metres: what follows it need not follow each pixel. */
export interface Stride extends Place {
  headingDeg: number | null;
  /** Of the frame, as `performance.now()` counts. */
  at: number;
}

/** The route ends under the car's disc, so it may be so much off. Metres. */
const STRIDE_M = 4;

/** The car as it drives. Each frame moves its element, and nothing else hears of it. */
export class CarLayer extends PinLayer {
  /** Inside the pin; turned by the car's heading. */
  readonly turning = makePin();
  readonly #car: Readable<Fix | null>;
  readonly #strides: Observable<Stride | null>;
  #glide = new Glide(isCalm);
  #strodeAt: Place | null = null;
  #stop: (() => void) | undefined;

  /** `car`: its newest report; `null` takes it off the map. Tells its `strides`. */
  constructor(car: Readable<Fix | null>, strides: Observable<Stride | null>, pane?: string) {
    super(pane);
    this.#car = car;
    this.#strides = strides;
    this.element.append(this.turning);
  }

  /** Whether its position is too old to be trusted. */
  setStale(isStale: boolean): void {
    this.element.classList.toggle(styles["stale"] ?? "", isStale);
  }

  override onAdd(map: LeafletMap): this {
    super.onAdd(map);
    this.#stop = this.#car.subscribe(() => this.#receive());
    this.#receive();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    this.#stop?.();
    stopFrames(this.#step);
    return super.onRemove(map);
  }

  #receive(): void {
    const fix = this.#car.value;
    if (fix) this.#glide.add(fix, performance.now());
    else this.#glide = new Glide(isCalm);
    this.#strodeAt = null;
    startFrames(this.#step);
  }

  readonly #step = (now: number): boolean => {
    const drawn = this.#car.value && this.#glide.at(now);
    this.moveTo(drawn);
    if (!drawn) {
      this.#strides.set(null);
      return false;
    }
    const { lat, lng, headingDeg, isMoving } = drawn;
    this.element.classList.toggle(styles["noHeading"] ?? "", headingDeg === null);
    // North is up, and the car is drawn nose to the east.
    if (headingDeg !== null) this.turning.style.transform = `rotate(${(headingDeg - 90).toFixed(1)}deg)`;
    if (this.#strodeAt === null || metresBetween(this.#strodeAt, drawn) >= STRIDE_M) {
      this.#strodeAt = drawn;
      this.#strides.set({ lat, lng, headingDeg, at: now });
    }
    return isMoving;
  };
}
