import { Layer, type LeafletEventHandlerFn, type Map as LeafletMap, type ZoomAnimEvent } from "leaflet";
import type { Place } from "./geo";
import styles from "./Map.module.css";
import { originAfter } from "./pixels";

/** An element to stand on a map; what it shows is put into it. */
export function makePin(): HTMLElement {
  const element = document.createElement("div");
  element.className = styles["pin"] ?? "";
  return element;
}

/**
 * An element that stands at a place and moves by transform alone. Leaflet's own markers stand on whole pixels, and a
 * car that crosses a pixel in four frames would be seen to tick.
 */
export class PinLayer extends Layer {
  readonly element = makePin();
  readonly #pane: string;
  #map: LeafletMap | null = null;
  #place: Place | null = null;
  #isZooming = false;

  constructor(pane = "markerPane") {
    super();
    this.#pane = pane;
    this.element.classList.add("leaflet-zoom-animated");
    this.element.hidden = true;
  }

  /** Stands it at `place`; `null` takes it out of sight. */
  moveTo(place: Place | null): void {
    this.#place = place;
    this.element.hidden = place === null;
    this.#stand();
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    this.#isZooming = false;
    map.getPane(this.#pane)?.append(this.element);
    this.#stand();
    return this;
  }

  override onRemove(_map: LeafletMap): this {
    this.#map = null;
    this.element.remove();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      zoom: () => this.#stand(),
      viewreset: () => this.#stand(),
      zoomanim: (event) => {
        const { center, zoom } = event as ZoomAnimEvent;
        this.#isZooming = true;
        if (this.#map) this.#at(this.#map, originAfter(this.#map, center, zoom), zoom);
      },
      zoomend: () => {
        this.#isZooming = false;
        this.#stand();
      },
    };
  }

  #stand(): void {
    // While the map zooms, its own transition carries the element.
    if (!this.#map || this.#isZooming) return;
    this.#at(this.#map, this.#map.getPixelOrigin(), this.#map.getZoom());
  }

  #at(map: LeafletMap, origin: { x: number; y: number }, zoom: number): void {
    if (!this.#place) return;
    const { x, y } = map.project(this.#place, zoom);
    this.element.style.transform = `translate3d(${(x - origin.x).toFixed(2)}px, ${(y - origin.y).toFixed(2)}px, 0)`;
  }
}
