import { latLngBounds } from "leaflet";
import type { Place } from "../geo";
import type { Background } from "../ground/features";
import type { Readable } from "../observable";
import type { Stage } from "../Stage";
import { type Margins, type View, viewOf } from "../view";

/** What stands still on the map of the city, and the ground that it stands on. */
export interface CityGround {
  restaurants: readonly Place[];
  background: Background | null;
}

const MARGINS: Margins = { top: 40, right: 72, bottom: 48, left: 40 };
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
    const { restaurants, background } = this.#ground;
    const focus = this.#focus.value;
    return viewOf(focus && focus.length > 0 ? focus : [...restaurants, ...this.#cars.value], {
      size: this.#stage.map.getSize(),
      margins: MARGINS,
      maxZoom: NEAREST,
      minZoom: this.#stage.map.getMinZoom(),
      within: this.#isInside ? background?.box : undefined,
    });
  }

  /** Inside the built-in map there is nothing to see beyond it; elsewhere the country is wide. */
  #limit(): void {
    const { restaurants, background } = this.#ground;
    const bounds = background && latLngBounds(background.bounds);
    this.#isInside =
      bounds !== null &&
      [...this.#cars.value, ...restaurants].every(({ lat, lng }) => bounds.contains([lat, lng]));
    this.#stage.limit(this.#isInside && bounds ? bounds.pad(0.5) : null);
  }
}
