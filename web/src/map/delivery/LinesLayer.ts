import { LayerGroup, type LatLngTuple, type Map as LeafletMap, Polyline, type Renderer } from "leaflet";
import type { Place } from "../geo";
import type { Readable } from "../observable";
import type { Stride } from "./CarLayer";

/** Lines on the map that are drawn anew as the car strides. */
export abstract class LinesLayer extends LayerGroup {
  readonly #strides: Readable<Stride | null>;
  readonly #renderer: Renderer;
  #stop: (() => void) | undefined;

  /** `renderer` makes one picture of all lines that are drawn with it. */
  constructor(strides: Readable<Stride | null>, renderer: Renderer) {
    super();
    this.#strides = strides;
    this.#renderer = renderer;
  }

  /** Draws what there is now, with the car at its last stride. */
  protected abstract draw(stride: Stride | null): void;

  override onAdd(map: LeafletMap): this {
    super.onAdd(map);
    this.#stop = this.#strides.subscribe((stride) => this.draw(stride));
    this.redraw();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    this.#stop?.();
    this.#stop = undefined;
    return super.onRemove(map);
  }

  /** Draws anew, where it is on a map. */
  protected redraw(): void {
    if (this.#stop) this.draw(this.#strides.value);
  }

  /** Another line above the others. Nobody can press it; its look is its class's. */
  protected addLine(className = ""): Polyline {
    const line = new Polyline([], {
      renderer: this.#renderer,
      interactive: false,
      smoothFactor: 0.5,
      className,
    });
    this.addLayer(line);
    return line;
  }
}

/** A place as Leaflet has it. */
export function latLng({ lat, lng }: Place): LatLngTuple {
  return [lat, lng];
}
