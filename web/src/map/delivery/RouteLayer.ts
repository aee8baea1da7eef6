import type { Map as LeafletMap, Renderer } from "leaflet";
import type { Place } from "../geo";
import type { Fix } from "../glide";
import styles from "../Map.module.css";
import type { Observable, Readable } from "../observable";
import { loadStreets, type Streets } from "../streets";
import type { Stride } from "./CarLayer";
import { latLng, LinesLayer } from "./LinesLayer";
import { Route } from "./route";

/** Between what the route is drawn, and how. */
export interface RouteEnds {
  home: Place | null;
  /** Where it begins while there is no car. */
  restaurant: Place | null;
  look: "solid" | "dots" | "none";
  /** The car's position is too old to be trusted. */
  isStale: boolean;
}

const LOOKS = ["stale", "solid", "dots"] as const;

/** What the route is drawn after, and what hears of it; past React. */
export interface RouteFeeds {
  /** The car's newest report; `null` where there is none. */
  car: Readable<Fix | null>;
  /** Where the car is drawn; `null` where it is not. */
  strides: Readable<Stride | null>;
  /** Hears the whole way when another one is found. */
  way: Observable<readonly Place[] | null>;
}

/** The way that lies ahead of the car. */
export class RouteLayer extends LinesLayer {
  readonly #edge = this.addLine(styles["routeEdge"]);
  readonly #line = this.addLine(styles["route"]);
  readonly #car: RouteFeeds["car"];
  readonly #way: RouteFeeds["way"];
  readonly #route = new Route();
  #ends: RouteEnds;
  #streets: Streets | null = null;

  constructor(ends: RouteEnds, { car, strides, way }: RouteFeeds, renderer: Renderer) {
    super(strides, renderer);
    this.#ends = ends;
    this.#car = car;
    this.#way = way;
  }

  /** Goes between these ends from now on. */
  show(ends: RouteEnds): void {
    this.#ends = ends;
    this.redraw();
  }

  override onAdd(map: LeafletMap): this {
    super.onAdd(map);
    void this.#loadStreets();
    return this;
  }

  async #loadStreets(): Promise<void> {
    // Without streets no way is drawn; the car and the door are where they are.
    this.#streets ??= await loadStreets().catch(() => null);
    this.redraw();
  }

  protected override draw(stride: Stride | null): void {
    const { home, restaurant, look, isStale } = this.#ends;
    // A car that is yet to be drawn may face another way than the one from the restaurant.
    const from = stride ?? (this.#car.value ? null : restaurant);
    if (!from) return;
    const heading = stride?.headingDeg ?? null;
    const ahead =
      home && look !== "none" && this.#streets ? this.#route.ahead(this.#streets, from, home, heading) : null;
    // From the door to the car, so that its dots stand still while the car eats them.
    const points = (ahead ?? []).toReversed().map(latLng);
    const shown = isStale ? "stale" : look === "solid" ? "solid" : "dots";
    this.#line.setLatLngs(points);
    this.#edge.setLatLngs(shown === "solid" ? points : []);
    for (const one of LOOKS) {
      this.#line.getElement()?.classList.toggle(styles[`${one}Route`] ?? "", one === shown);
    }
    this.#way.set(this.#route.whole);
  }
}
