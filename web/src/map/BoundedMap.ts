import {
  type Bounds,
  bounds,
  type LatLng,
  type LatLngBounds,
  Map as LeafletMap,
  type MapOptions,
  type Point,
} from "leaflet";
import { RIM } from "./view";

/** What every movement of a Leaflet map goes through, except for a drag. */
interface Moving {
  _move(center: LatLng, zoom?: number, ...how: unknown[]): LeafletMap;
  _limitCenter(center: LatLng, zoom: number, maxBounds: unknown): LatLng;
  _getBoundsOffset(view: Bounds, maxBounds: LatLngBounds, zoom?: number): Point;
}

/** A drag heeds the bounds by itself: how far it may go is found where it starts. */
interface Dragging {
  _offsetLimit: Bounds | null;
}

const { _move, _limitCenter, _getBoundsOffset } = LeafletMap.prototype as unknown as Moving;

/**
 * A Leaflet map that keeps to its bounds and its least zoom at every moment. Leaflet's own does so once a movement is
 * over: on its way a flight or two fingers would show what lies beyond.
 */
export class BoundedMap extends LeafletMap {
  /** `container`: the element that it is drawn in. */
  constructor(container: HTMLElement, options: MapOptions) {
    super(container, options);
    this.on("dragstart", () => {
      const { _offsetLimit: limit } = this.dragging as unknown as Dragging;
      if (!limit?.min || !limit.max) return;
      const within = bounds(limit.min.add([RIM, RIM]), limit.max.subtract([RIM, RIM]));
      Object.assign(this.dragging, { _offsetLimit: within });
    });
  }

  /** @internal Leaflet calls it by this name. */
  _move(center: LatLng, zoom = this.getZoom(), ...how: unknown[]): LeafletMap {
    const held = Math.max(this.getMinZoom(), zoom);
    return _move.call(this, _limitCenter.call(this, center, held, this.options.maxBounds), held, ...how);
  }

  /**
   * How far a view must be moved to be within the bounds and {@link RIM} from them: Leaflet lets one be up to a pixel
   * beyond, and rounds it to whole pixels only then.
   *
   * @internal Leaflet calls it by this name.
   */
  _getBoundsOffset({ min, max }: Bounds, maxBounds: LatLngBounds, zoom?: number): Point {
    const withRim = min && max ? bounds(min.subtract([RIM, RIM]), max.add([RIM, RIM])) : bounds([]);
    return _getBoundsOffset.call(this, withRim, maxBounds, zoom);
  }
}
