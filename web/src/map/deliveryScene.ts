import { latLngBounds, type LatLngExpression, Polyline, type Renderer, SVG } from "leaflet";
import { startFrames, stopFrames } from "./frames";
import { metresBetween, type Place } from "./geo";
import { type Drawn, type Fix, Glide } from "./glide";
import type { Background } from "./ground/features";
import { Names } from "./names/Names";
import type { Scene } from "./MapFrame";
import styles from "./Map.module.css";
import { Pin } from "./Pin";
import { Route } from "./route";
import type { Stage } from "./Stage";
import { loadStreets, type Streets } from "./streets";
import { Trail } from "./trail";
import { isInView, type Margins, type View, viewOf } from "./view";

/** What the map of one delivery shows. */
export interface Delivery {
  home: Place | null;
  restaurant: Place | null;
  /** The newest known; `null`: none to show. */
  car: Fix | null;
  /** The car's position is too old to be trusted. */
  isStale: boolean;
  route: "solid" | "dots" | "none";
}

/** The elements that stand on the map, drawn by whoever made them. */
export interface DeliveryPins {
  home: HTMLElement;
  restaurant: HTMLElement;
  car: HTMLElement;
  /** Inside `car`; turned by its heading. */
  turning: HTMLElement;
}

/** What floats above the map, and how far the signs reach around their places. */
const MARGINS: Margins = { top: 64, right: 72, bottom: 116, left: 48 };
const SMALL_MARGINS: Margins = { top: 56, right: 40, bottom: 44, left: 40 };
/** Nearer than this a first view does not go, nor from further than this for the restaurant's sake. */
const NEAREST = 17.25;
const FOR_RESTAURANT = 15.5;
/** The route ends under the car's disc, so it need not follow each pixel. Metres. */
const CUT_EVERY_M = 4;

/** One delivery on the map. */
export class DeliveryScene implements Scene<Delivery> {
  readonly #stage: Stage;
  readonly #pins: DeliveryPins;
  readonly #isSmall: boolean;
  readonly #home: Pin;
  readonly #restaurant: Pin;
  readonly #car: Pin;
  readonly #routeLine: Polyline;
  readonly #routeEdge: Polyline;
  readonly #trailLine: Polyline;
  #glide: Glide;
  readonly #isCalm: () => boolean;
  #route = new Route();
  #trail = new Trail();
  #shown: Delivery = { home: null, restaurant: null, car: null, isStale: false, route: "none" };
  #drawn: Drawn | null = null;
  #cutAt: Place | null = null;
  #streets: Streets | null = null;
  #names: Names | null = null;
  #named: readonly Place[] | null = null;
  #background: Background | null = null;
  #isInside = false;
  #isRemoved = false;

  constructor(stage: Stage, pins: DeliveryPins, isSmall: boolean, isCalm: () => boolean) {
    this.#stage = stage;
    this.#pins = pins;
    this.#isSmall = isSmall;
    this.#isCalm = isCalm;
    this.#glide = new Glide(isCalm);
    const renderer: Renderer = new SVG({ pane: "route", padding: 0.5 });
    const line = (className: string | undefined) =>
      new Polyline([], { renderer, interactive: false, smoothFactor: 0.5, className: className ?? "" });
    this.#trailLine = line(styles["trail"]).addTo(stage.map);
    this.#routeEdge = line(styles["routeEdge"]).addTo(stage.map);
    this.#routeLine = line(styles["route"]).addTo(stage.map);
    this.#restaurant = new Pin(pins.restaurant, "places").addTo(stage.map);
    this.#home = new Pin(pins.home, "places").addTo(stage.map);
    this.#car = new Pin(pins.car, "cars").addTo(stage.map);
    void this.#loadStreets();
  }

  show(shown: Delivery): void {
    if (isSame(shown, this.#shown)) return;
    this.#shown = shown;
    this.#home.moveTo(shown.home);
    this.#restaurant.moveTo(shown.restaurant);
    this.#limit();
    if (shown.car) this.#glide.add(shown.car, performance.now());
    else {
      this.#glide = new Glide(this.#isCalm);
      this.#trail = new Trail();
    }
    this.#pins.car.classList.toggle(styles["stale"] ?? "", shown.isStale);
    this.#cutAt = null;
    if (!this.#stage.view) this.centre(false);
    startFrames(this.#step);
  }

  lieOn(background: Background | null): void {
    this.#background = background;
    this.#limit();
    if (!background) return;
    this.#names = new Names(this.#stage.map, background);
    this.#showNames();
    this.centre(false);
  }

  centre(gently: boolean): void {
    const view = this.#wanted();
    if (view) this.#stage.goTo(view, gently);
  }

  remove(): void {
    this.#isRemoved = true;
    this.#names?.remove();
    stopFrames(this.#step);
  }

  async #loadStreets(): Promise<void> {
    // Without streets no way is drawn; the car and the door are where they are.
    this.#streets = await loadStreets().catch(() => null);
    if (this.#isRemoved) return;
    this.#cutAt = null;
    startFrames(this.#step);
  }

  readonly #step = (now: number): boolean => {
    this.#drawn = this.#shown.car ? this.#glide.at(now) : null;
    this.#car.moveTo(this.#drawn);
    if (this.#drawn) {
      const { headingDeg } = this.#drawn;
      this.#pins.car.classList.toggle(styles["noHeading"] ?? "", headingDeg === null);
      // North is up, and the car is drawn nose to the east.
      if (headingDeg !== null)
        this.#pins.turning.style.transform = `rotate(${(headingDeg - 90).toFixed(1)}deg)`;
    }
    const from = this.#drawn ?? this.#shown.restaurant;
    if (from && (this.#cutAt === null || metresBetween(this.#cutAt, from) >= CUT_EVERY_M)) {
      this.#cutAt = { lat: from.lat, lng: from.lng };
      this.#drawRoute(from, this.#drawn?.headingDeg ?? null);
      if (this.#named !== this.#route.whole) this.#showNames();
      if (this.#drawn) this.#trail.add(this.#cutAt, now);
      this.#trailLine.setLatLngs(this.#trail.lines.map((line) => line.map(latLng)));
      this.#follow();
    }
    return this.#drawn?.isMoving ?? false;
  };

  #drawRoute(from: Place, headingDeg: number | null): void {
    const { home, route, isStale } = this.#shown;
    const line =
      home && route !== "none" && this.#streets
        ? this.#route.ahead(this.#streets, from, home, headingDeg)
        : null;
    // From the door to the car, so that its dots stand still while the car eats them.
    const points = (line ?? []).toReversed().map(latLng);
    this.#routeLine.setLatLngs(points);
    const look = isStale ? "stale" : route === "solid" ? "solid" : "dots";
    this.#routeEdge.setLatLngs(look === "solid" ? points : []);
    for (const one of ["stale", "solid", "dots"]) {
      this.#routeLine.getElement()?.classList.toggle(styles[`${one}Route`] ?? "", one === look);
    }
  }

  /** The streets of the way have their names; they stay where they are while the car drives along. */
  #showNames(): void {
    const { home, restaurant } = this.#shown;
    this.#named = this.#route.whole;
    const signs = [home && { ...home, reach: 34 }, restaurant && { ...restaurant, reach: 20 }];
    this.#names?.show({ route: this.#named, signs: signs.filter((sign) => sign !== null) });
  }

  /** Goes after a car that leaves the view, and nearer once it is near. */
  #follow(): void {
    const { view, map } = this.#stage;
    const wanted = this.#wanted();
    if (!view || !wanted || !this.#drawn) return;
    const frame = {
      size: map.getSize(),
      margins: { top: 30, right: 30, bottom: this.#margins.bottom, left: 30 },
    };
    if (!isInView(this.#drawn, view, frame) || wanted.zoom >= view.zoom + 1) this.#stage.goTo(wanted, true);
  }

  /** The first view: home and car, and the restaurant when there is room. */
  #wanted(): View | null {
    const { home, restaurant, car } = this.#shown;
    const frame = {
      size: this.#stage.map.getSize(),
      margins: this.#margins,
      maxZoom: NEAREST,
      minZoom: this.#stage.map.getMinZoom(),
      within: this.#isInside ? this.#background?.box : undefined,
    };
    const needed = [home, this.#drawn ?? car].filter((place) => place !== null);
    if (!restaurant) return viewOf(needed, frame);
    const all = viewOf([...needed, restaurant], frame);
    const without = viewOf(needed, frame);
    return needed.length < 2 || !without || (all && all.zoom >= FOR_RESTAURANT) ? all : without;
  }

  get #margins(): Margins {
    return this.#isSmall ? SMALL_MARGINS : MARGINS;
  }

  /** Inside the built-in map there is nothing to see beyond it; elsewhere the way may be long. */
  #limit(): void {
    const { home, restaurant, car } = this.#shown;
    const places = [home, restaurant, car].filter((place) => place !== null);
    const bounds = this.#background && latLngBounds(this.#background.bounds);
    this.#isInside = bounds !== null && places.every((place) => bounds.contains(latLng(place)));
    this.#stage.limit(this.#isInside && bounds ? bounds.pad(0.3) : null);
  }
}

function isSame(one: Delivery, other: Delivery): boolean {
  const keys = ["home", "restaurant", "car", "isStale", "route"] as const;
  return keys.every((key) => one[key] === other[key]);
}

function latLng({ lat, lng }: Place): [number, number] & LatLngExpression {
  return [lat, lng];
}
