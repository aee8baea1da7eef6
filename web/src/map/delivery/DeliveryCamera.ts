import type { Place } from "../geo";
import type { Fix } from "../glide";
import type { Background } from "../ground/features";
import type { Readable } from "../observable";
import type { Stage } from "../Stage";
import { boxAround, fittingView, holds, isInView, type Margins, type View, viewOf } from "../view";
import type { Stride } from "./CarLayer";

/** What stands still on the map of one delivery, and the ground that it stands on. */
export interface DeliveryGround {
  home: Place | null;
  restaurant: Place | null;
  background: Background | null;
}

/** What floats above the map, and how far the signs reach around their places; `tight` where room is scarce. */
const MARGINS: Margins = { top: 64, right: 72, bottom: 116, left: 48 };
const TIGHT: Margins = { top: 60, right: 30, bottom: 72, left: 30 };
/** Where the map says that it has no streets, at its top. */
const UNMAPPED: Margins = { top: 124, right: 60, bottom: 88, left: 60 };
const SMALL_MARGINS: Margins = { top: 56, right: 40, bottom: 44, left: 40 };
/** Nearer to an edge than this something is about to leave the view. */
const EDGE: Margins = { top: 29, right: 29, bottom: 0, left: 29 };
/** Nearer than this a first view does not go, nor from further than this for the restaurant's sake. */
const NEAREST = 17.25;
const FOR_RESTAURANT = 15.5;
/** Where there are no streets to be read, from further off. */
const FOR_RESTAURANT_UNMAPPED = 13;

/** Shows what matters of one delivery, and goes after its car. */
export class DeliveryCamera {
  readonly #stage: Stage;
  readonly #car: Readable<Fix | null>;
  readonly #strides: Readable<Stride | null>;
  readonly #margins: Margins;
  readonly #tight: Margins;
  readonly #unmapped: Margins;
  #ground: DeliveryGround = { home: null, restaurant: null, background: null };
  #isInside = false;

  constructor(stage: Stage, car: Readable<Fix | null>, strides: Readable<Stride | null>, isSmall: boolean) {
    this.#stage = stage;
    this.#car = car;
    this.#strides = strides;
    this.#margins = isSmall ? SMALL_MARGINS : MARGINS;
    this.#tight = isSmall ? SMALL_MARGINS : TIGHT;
    this.#unmapped = isSmall ? SMALL_MARGINS : UNMAPPED;
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
    const wasInside = this.#isInside;
    this.#limit();
    // Onto the built-in map, or off it, everything is seen anew.
    if (!this.#stage.view || wasInside !== this.#isInside) this.#stage.centre(false);
  }

  /** Goes after what leaves the view or comes into reach, and nearer once all is near. */
  #follow(stride: Stride | null): void {
    const { view, map } = this.#stage;
    const wanted = this.#overview();
    if (!view || !wanted || !stride) return;
    const frame = { size: map.getSize(), margins: { ...EDGE, bottom: this.#tight.bottom - 1 } };
    const isGained = this.#needed().some(
      (place) => isInView(place, wanted, frame) && !isInView(place, view, frame),
    );
    if (isGained || wanted.zoom >= view.zoom + 1) this.#stage.goTo(wanted, true);
  }

  /** What must be seen, first things first: the car, and the door that it comes to. */
  #needed(): Place[] {
    return [this.#strides.value ?? this.#car.value, this.#ground.home].filter((place) => place !== null);
  }

  /** Home and car, and the restaurant when there is room. */
  #overview(): View | null {
    const { restaurant, background } = this.#ground;
    const frame = {
      size: this.#stage.map.getSize(),
      margins: background && !this.#isInside ? this.#unmapped : this.#margins,
      tight: this.#tight,
      maxZoom: NEAREST,
      minZoom: this.#stage.map.getMinZoom(),
      within: this.#isInside ? background?.box : undefined,
    };
    const needed = this.#needed();
    if (!restaurant) return viewOf(needed, frame);
    if (needed.length < 2) return viewOf([...needed, restaurant], frame);
    const all = fittingView([...needed, restaurant], frame);
    const least = frame.within || !background ? FOR_RESTAURANT : FOR_RESTAURANT_UNMAPPED;
    return all && all.zoom >= least ? all : viewOf(needed, frame);
  }

  /** On the built-in map nothing beyond it is ever in view; elsewhere the way may be long. */
  #limit(): void {
    const { home, restaurant, background } = this.#ground;
    const moving = [home, this.#car.value].filter((place) => place !== null);
    const places = [...moving, restaurant].filter((place) => place !== null);
    this.#isInside =
      background !== null && moving.length > 0 && moving.every((at) => holds(background.box, at));
    if (!background || places.length === 0) return this.#stage.limit(null);
    this.#stage.limit(this.#isInside ? { ground: background.box } : { around: boxAround(places) });
  }
}
