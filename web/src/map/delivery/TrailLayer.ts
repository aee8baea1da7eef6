import styles from "../Map.module.css";
import type { Stride } from "./CarLayer";
import { latLng, LinesLayer } from "./LinesLayer";
import { Trail } from "./trail";

/** The way that the car was seen to come. */
export class TrailLayer extends LinesLayer {
  readonly #line = this.addLine(styles["trail"]);
  #trail = new Trail();

  protected override draw(stride: Stride | null): void {
    if (stride) this.#trail.add({ lat: stride.lat, lng: stride.lng }, stride.at);
    else this.#trail = new Trail();
    this.#line.setLatLngs(this.#trail.lines.map((line) => line.map(latLng)));
  }
}
