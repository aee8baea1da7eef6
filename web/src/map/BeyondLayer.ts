import { Layer, type LeafletEventHandlerFn, type Map as LeafletMap } from "leaflet";
import { beyond } from "./beyond";
import type { Place } from "./geo";
import styles from "./Map.module.css";

/** A sign at the edge of the map that points to a place out of view. */
export class BeyondLayer extends Layer {
  readonly element = document.createElement("div");
  readonly #pointer = document.createElement("i");
  #map: LeafletMap | null = null;
  #place: Place | null = null;

  constructor() {
    super();
    this.element.className = styles["beyond"] ?? "";
    this.element.hidden = true;
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#pointer);
  }

  /** Points to `place` from now on. */
  pointTo(place: Place): void {
    this.#place = place;
    this.#stand();
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    map.getContainer().append(this.element);
    this.#stand();
    return this;
  }

  override onRemove(_map: LeafletMap): this {
    this.#map = null;
    this.element.remove();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const stand = () => this.#stand();
    return { move: stand, moveend: stand, viewreset: stand, resize: stand, zoomstart: () => this.#hide() };
  }

  #hide(): void {
    this.element.hidden = true;
  }

  #stand(): void {
    if (!this.#map || !this.#place) return;
    const spot = beyond(this.#map.latLngToContainerPoint(this.#place), this.#map.getSize());
    this.element.hidden = spot === null;
    if (!spot) return;
    this.element.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`;
    this.#pointer.style.transform = `rotate(${spot.degrees.toFixed(1)}deg)`;
  }
}
