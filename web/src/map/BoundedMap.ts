import { type LatLng, type LatLngBoundsExpression, Map as LeafletMap } from "leaflet";

/** What every movement of a Leaflet map goes through, except for a drag, which heeds the bounds by itself. */
interface Moving {
  _move(center: LatLng, zoom?: number, ...how: unknown[]): LeafletMap;
  _limitCenter(center: LatLng, zoom: number, bounds: LatLngBoundsExpression | undefined): LatLng;
}

const { _move, _limitCenter } = LeafletMap.prototype as unknown as Moving;

/**
 * A Leaflet map that keeps to its bounds and its least zoom at every moment. Leaflet's own does so once a movement is
 * over: on its way a flight or two fingers would show what lies beyond.
 */
export class BoundedMap extends LeafletMap {
  /** @internal Leaflet calls it by this name. */
  _move(center: LatLng, zoom = this.getZoom(), ...how: unknown[]): LeafletMap {
    const held = Math.max(this.getMinZoom(), zoom);
    return _move.call(this, _limitCenter.call(this, center, held, this.options.maxBounds), held, ...how);
  }
}
