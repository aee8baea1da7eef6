import { latLngBounds, type Map as LeafletMap } from "leaflet";
import { BoundedMap } from "./BoundedMap";
import type { Box } from "./ground/features";
import { toPlace } from "./mercator";
import { furthestZoomOf, isWithin, leastZoomIn, type View, ZOOM_STEP } from "./view";

/** How long the map takes to follow, in seconds. */
const FLIGHT_S = 1.2;

/** How near and how far off the map can be. */
const ZOOM = { least: 5, most: 18.5 };

/** So far beyond what is to be seen one may look in any case, in the world of zoom 0: some two kilometres. */
const LEAST_REACH = 0.03;

/** How far a map may be moved. */
export type Limits =
  /** Only as far as there is ground: nothing beyond it is ever in view. */
  | { ground: Box }
  /** Not far from what is to be seen. */
  | { around: Box }
  | null;

/**
 * A Leaflet map and who moves it. Until a person has dragged or zoomed it, it goes where it is told; from then on
 * nobody moves it but them, until they ask for it.
 */
export class Stage {
  readonly map: LeafletMap;
  readonly #isCalm: () => boolean;
  readonly #onTaken: (isTaken: boolean) => void;
  /** Whether what Leaflet tells just now was begun by us: it tells of a beginning while it is asked. */
  #isOurs = false;
  #isFlying = false;
  #isTaken = false;
  #isTouched = false;
  /** The container outlives the stage, so what listens there goes with it. */
  readonly #listeners = new AbortController();
  #isLoaded = false;
  #overview: () => View | null = () => null;
  #limits: Limits = null;

  /** `isCalm`: whether movement is unwelcome. `onTaken` hears when a person takes the map, and when they give it back. */
  constructor(container: HTMLElement, isCalm: () => boolean, onTaken: (isTaken: boolean) => void) {
    this.#isCalm = isCalm;
    this.#onTaken = onTaken;
    this.map = new BoundedMap(container, {
      attributionControl: false,
      zoomControl: false,
      fadeAnimation: false,
      zoomAnimation: !isCalm(),
      inertia: !isCalm(),
      trackResize: false,
      zoomSnap: ZOOM_STEP,
      wheelPxPerZoomLevel: 120,
      maxBoundsViscosity: 1,
      bounceAtZoomLimits: false,
    });
    this.map.on("movestart zoomstart", () => {
      if (this.#isOurs) return;
      this.#take(true);
      this.#stopFlight();
    });
    this.map.on("dragstart", () => this.#take(true));
    this.map.on("moveend", () => {
      this.#isFlying = false;
    });
    const { signal } = this.#listeners;
    container.addEventListener("wheel", () => this.#stopFlight(), { capture: true, passive: true, signal });
    const onPointerDown = ({ pointerType }: PointerEvent) => {
      this.#isTouched = true;
      this.#stopFlight();
      // On a phone a map is as wide as the page, and must not hold it fast: one finger scrolls the page, two move and
      // zoom the map. A mouse or a pen drags it. The pointer's event comes before the touch that Leaflet heeds.
      this.map.dragging[pointerType === "touch" ? "disable" : "enable"]();
    };
    container.addEventListener("pointerdown", onPointerDown, { signal });
    for (const end of ["pointerup", "pointercancel"] as const)
      window.addEventListener(end, this.#letGo, { signal });
  }

  /** Whether a person has moved the map. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Where the map stands; `null` before it was put anywhere. */
  get view(): View | null {
    if (!this.#isLoaded) return null;
    const { lat, lng } = this.map.getCenter();
    return { center: { lat, lng }, zoom: this.map.getZoom() };
  }

  /** `overview` answers which view shows all that matters from now on; `null` where nothing is to be shown. */
  setOverview(overview: () => View | null): void {
    this.#overview = overview;
  }

  /** Goes to the view that shows all that matters, as {@link goTo} goes. */
  centre(gently: boolean): void {
    const view = this.#overview();
    if (view) this.goTo(view, gently);
  }

  /** Goes to `view`, at once or gently; not where a person has the map, or a finger on it. */
  goTo(view: View, gently: boolean): void {
    if (this.#isTaken || this.#isTouched || this.#isFlying) return;
    const { center, zoom } = view;
    this.#isOurs = true;
    if (gently && this.#isLoaded && !this.#isCalm()) {
      this.#isFlying = true;
      this.map.flyTo(center, zoom, { duration: FLIGHT_S });
    } else this.map.setView(center, zoom, { animate: false });
    this.#isOurs = false;
    this.#isLoaded = true;
  }

  /** The person zooms by `steps`. */
  zoomBy(steps: number): void {
    if (!this.#isLoaded) return;
    this.#take(true);
    this.#stopFlight();
    this.map.setZoom(this.map.getZoom() + steps, { animate: !this.#isCalm() });
  }

  /** The person gives the map back. */
  giveBack(): void {
    this.#take(false);
  }

  /** Takes note of a container that has another size. */
  resize(): void {
    this.#isOurs = true;
    this.map.invalidateSize({ animate: false, pan: this.#isTaken });
    this.#isOurs = false;
    this.#hold();
  }

  /** How far the map may be dragged and zoomed from now on; `null`: anywhere. */
  limit(limits: Limits): void {
    this.#limits = limits;
    this.#hold();
  }

  /** What the limits mean for the map's size now; a map that stands beyond them is brought back. */
  #hold(): void {
    const { options } = this.map;
    const limits = this.#limits;
    const box = limits && ("ground" in limits ? limits.ground : grown(limits.around));
    const size = this.map.getSize();
    options.minZoom = !limits
      ? ZOOM.least
      : "ground" in limits
        ? leastZoomIn(limits.ground, size)
        : Math.max(ZOOM.least, furthestZoomOf(limits.around, size));
    options.maxZoom = Math.max(ZOOM.most, options.minZoom);
    options.maxBounds = box ? boundsOf(box) : undefined;
    const { view } = this;
    if (!view || !limits || !("ground" in limits) || isWithin(view, size, limits.ground)) return;
    this.#isOurs = true;
    // Leaflet brings a view within the bounds whenever it is set.
    this.map.setView(view.center, Math.max(view.zoom, options.minZoom), { animate: false });
    this.#isOurs = false;
  }

  remove(): void {
    this.#listeners.abort();
    this.map.remove();
  }

  /** Whoever takes the map in hand finds it at rest: Leaflet would let a flight go on beside a key's step. */
  #stopFlight(): void {
    if (!this.#isFlying) return;
    this.#isFlying = false;
    this.#isOurs = true;
    this.map.setView(this.map.getCenter(), this.map.getZoom(), { animate: false });
    this.#isOurs = false;
  }

  readonly #letGo = () => {
    this.#isTouched = false;
  };

  #take(isTaken: boolean): void {
    if (this.#isTaken === isTaken) return;
    this.#isTaken = isTaken;
    this.#onTaken(isTaken);
  }
}

/** The box with as much again on each side: what is at its end can be brought to the middle. */
function grown([left, top, right, bottom]: Box): Box {
  const reach = Math.max(right - left, bottom - top, LEAST_REACH);
  return [left - reach, top - reach, right + reach, bottom + reach];
}

function boundsOf([left, top, right, bottom]: Box) {
  const [one, other] = [toPlace({ x: left, y: top }), toPlace({ x: right, y: bottom })];
  return latLngBounds([
    [one.lat, one.lng],
    [other.lat, other.lng],
  ]);
}
