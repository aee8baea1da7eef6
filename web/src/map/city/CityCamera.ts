import type { Place } from "../geo";
import type { Background } from "../ground/features";
import type { Readable } from "../observable";
import type { Stage } from "../Stage";
import { boxAround, fittingView, holds, type Margins, type View, viewOf } from "../view";

/** What stands still on the map of the city, and the ground that it stands on. */
export interface CityGround {
  restaurants: readonly Place[];
  background: Background | null;
}

const MARGINS: Margins = { top: 40, right: 72, bottom: 48, left: 40 };
/** Where the map says that it has no streets, at its top. */
const UNMAPPED: Margins = { top: 100, right: 100, bottom: 64, left: 90 };
const TIGHT: Margins = { top: 24, right: 24, bottom: 40, left: 24 };
const NEAREST = 17;

/** Shows what matters of the city. */
export class CityCamera {
  readonly #stage: Stage;
  readonly #cars: Readable<readonly Place[]>;
  readonly #focus: Readable<readonly Place[] | undefined>;
  #ground: CityGround = { restaurants: [], background: null };
  #isInside = false;
  #hasShownCars = false;

  /** `focus`: what the first view must show; all restaurants and cars where it is not given. */
  constructor(stage: Stage, cars: Readable<readonly Place[]>, focus: Readable<readonly Place[] | undefined>) {
    this.#stage = stage;
    this.#cars = cars;
    this.#focus = focus;
  }

  /** Waits for the first cars, which may come after their map, and belong on it. Answers how to stop. */
  start(): () => void {
    this.#stage.setOverview(() => this.#overview());
    return this.#cars.subscribe(() => this.#look());
  }

  /** Shows `ground` from now on. */
  show(ground: CityGround): void {
    const isNew = ground.background !== null && ground.background !== this.#ground.background;
    this.#ground = ground;
    this.#look();
    if (isNew) this.#stage.centre(false);
  }

  #look(): void {
    this.#limit();
    const isFirst = !this.#hasShownCars && this.#cars.value.length > 0;
    this.#hasShownCars ||= isFirst;
    if (!this.#stage.view || isFirst) this.#stage.centre(false);
  }

  #overview(): View | null {
    const { box } = this.#ground.background ?? {};
    const places = this.#places();
    const here = box ? places.filter((place) => holds(box, place)) : [];
    // Of a town on the built-in map all is seen on it.
    const isHere = this.#isInside || here.length === places.length;
    const frame = {
      size: this.#stage.map.getSize(),
      margins: MARGINS,
      tight: TIGHT,
      maxZoom: NEAREST,
      minZoom: this.#stage.map.getMinZoom(),
    };
    if (!box || !isHere) return viewOf(places, { ...frame, margins: box ? UNMAPPED : MARGINS });
    // Where the town is larger than what can be seen of it at once, its cars come first.
    const within = { ...frame, within: box };
    const cars = this.#cars.value.filter((car) => holds(box, car));
    const all = fittingView(here, within) ?? fittingView(here, { ...within, margins: TIGHT });
    return all ?? viewOf(cars.length > 0 ? cars : here, within);
  }

  /** What the first view must show. */
  #places(): readonly Place[] {
    const focus = this.#focus.value;
    if (focus && focus.length > 0) return focus;
    return [...this.#ground.restaurants, ...this.#cars.value];
  }

  /** Where all that matters is on the built-in map, nothing beyond it is ever in view; elsewhere the country is wide. */
  #limit(): void {
    const { restaurants, background } = this.#ground;
    const cars = this.#cars.value;
    const places = this.#places();
    if (!background || places.length === 0) {
      this.#isInside = false;
      return this.#stage.limit(null);
    }
    const isOn = (place: Place) => holds(background.box, place);
    const moving = cars.length > 0 ? cars : restaurants.filter(isOn);
    const focus = this.#focus.value ?? [];
    this.#isInside = moving.length > 0 && moving.every(isOn) && focus.every(isOn);
    this.#stage.limit(
      this.#isInside
        ? { ground: background.box }
        : { around: boxAround([...places, ...restaurants, ...cars]) },
    );
  }
}
