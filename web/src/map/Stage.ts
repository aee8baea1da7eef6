import { type LatLngBoundsExpression, Map as LeafletMap } from "leaflet";
import type { View } from "./view";
import { ZOOM_STEP } from "./view";

/** How long the map takes to follow, in seconds. */
const FLIGHT_S = 1.2;

/** How near and how far off the map can be; within its own city less far. */
const ZOOM = { least: 5, leastWithin: 14, most: 18.5 };

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

  /** `isCalm`: whether movement is unwelcome. `onTaken` hears when a person takes the map, and when they give it back. */
  constructor(container: HTMLElement, isCalm: () => boolean, onTaken: (isTaken: boolean) => void) {
    this.#isCalm = isCalm;
    this.#onTaken = onTaken;
    this.map = new LeafletMap(container, {
      attributionControl: false,
      zoomControl: false,
      fadeAnimation: false,
      zoomAnimation: !isCalm(),
      inertia: !isCalm(),
      trackResize: false,
      zoomSnap: ZOOM_STEP,
      wheelPxPerZoomLevel: 120,
      maxBoundsViscosity: 1,
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
  }

  /** How far the map may be dragged and zoomed: around `bounds`, or anywhere. */
  limit(bounds: LatLngBoundsExpression | null): void {
    this.map.options.minZoom = bounds ? ZOOM.leastWithin : ZOOM.least;
    this.map.options.maxZoom = ZOOM.most;
    this.map.options.maxBounds = bounds ?? undefined;
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
