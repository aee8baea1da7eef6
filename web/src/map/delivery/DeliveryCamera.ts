import { latLngBounds } from "leaflet";
import type { Place } from "../geo";
import type { Fix } from "../glide";
import type { Background } from "../ground/features";
import type { Readable } from "../observable";
import type { Stage } from "../Stage";
import { isInView, type Margins, type View, viewOf } from "../view";
import type { Stride } from "./CarLayer";

/** What stands still on the map of one delivery, and the ground that it stands on. */
export interface DeliveryGround {
  home: Place | null;
  restaurant: Place | null;
  background: Background | null;
}

/** What floats above the map, and how far the signs reach around their places. */
const MARGINS: Margins = { top: 64, right: 72, bottom: 116, left: 48 };
const SMALL_MARGINS: Margins = { top: 56, right: 40, bottom: 44, left: 40 };
/** Nearer than this a first view does not go, nor from further than this for the restaurant's sake. */
const NEAREST = 17.25;
const FOR_RESTAURANT = 15.5;

/** Shows what matters of one delivery, and goes after its car. */
export class DeliveryCamera {
  readonly #stage: Stage;
  readonly #car: Readable<Fix | null>;
  readonly #strides: Readable<Stride | null>;
  readonly #margins: Margins;
  #ground: DeliveryGround = { home: null, restaurant: null, background: null };
  #isInside = false;

  constructor(stage: Stage, car: Readable<Fix | null>, strides: Readable<Stride | null>, isSmall: boolean) {
    this.#stage = stage;
    this.#car = car;
    this.#strides = strides;
    this.#margins = isSmall ? SMALL_MARGINS : MARGINS;
  }

  /** Goes after the car from now on. Answers how to stop. */
  start(): () => void {
    this.#stage.setOverview(() => this.#overview());
    const stops = [
      this.#car.subscribe(() => this.#look()),
      this.#strides.subscribe((stride) => this.#follow(stride)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Shows `ground` from now on. */
  show(ground: DeliveryGround): void {
    const isNew = ground.background !== null && ground.background !== this.#ground.background;
    this.#ground = ground;
    this.#look();
    if (isNew) this.#stage.centre(false);
  }

  #look(): void {
    this.#limit();
    if (!this.#stage.view) this.#stage.centre(false);
  }

  /** Goes after a car that leaves the view, and nearer once it is near. */
  #follow(stride: Stride | null): void {
    const { view, map } = this.#stage;
    const wanted = this.#overview();
    if (!view || !wanted || !stride) return;
    const frame = {
      size: map.getSize(),
      margins: { top: 30, right: 30, bottom: this.#margins.bottom, left: 30 },
    };
    if (!isInView(stride, view, frame) || wanted.zoom >= view.zoom + 1) this.#stage.goTo(wanted, true);
  }

  /** Home and car, and the restaurant when there is room. */
  #overview(): View | null {
    const { home, restaurant, background } = this.#ground;
    const frame = {
      size: this.#stage.map.getSize(),
      margins: this.#margins,
      maxZoom: NEAREST,
      minZoom: this.#stage.map.getMinZoom(),
      within: this.#isInside ? background?.box : undefined,
    };
    const needed = [home, this.#strides.value ?? this.#car.value].filter((place) => place !== null);
    if (!restaurant) return viewOf(needed, frame);
    const all = viewOf([...needed, restaurant], frame);
    const without = viewOf(needed, frame);
    return needed.length < 2 || !without || (all && all.zoom >= FOR_RESTAURANT) ? all : without;
  }

  /** Inside the built-in map there is nothing to see beyond it; elsewhere the way may be long. */
  #limit(): void {
    const { home, restaurant, background } = this.#ground;
    const places = [home, restaurant, this.#car.value].filter((place) => place !== null);
    const bounds = background && latLngBounds(background.bounds);
    this.#isInside = bounds !== null && places.every(({ lat, lng }) => bounds.contains([lat, lng]));
    this.#stage.limit(this.#isInside && bounds ? bounds.pad(0.3) : null);
  }
}
