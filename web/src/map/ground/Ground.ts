import { type Map as LeafletMap, TileLayer } from "leaflet";
import { CanvasLayer } from "../CanvasLayer";
import { type Background, loadBackground } from "./features";
import { paintGround, paintUnknown } from "./paint";
import { followPalette, type Palette } from "./palette";

/** A tile server, as the configuration names it. */
export interface Tiles {
  url: string;
  attribution: string | null;
}

/** After so many failures without one tile, the server counts as away. */
const FAILURES = 3;

/** What lies under everything: the tiles of a server, or the built-in map where there are none. */
export class Ground {
  readonly #map: LeafletMap;
  readonly #onBuiltIn: (background: Background | null) => void;
  readonly #stopPalette: () => void;
  readonly #layer: CanvasLayer;
  #palette: Palette | null = null;
  #background: Background | null = null;
  #isRemoved = false;

  /**
   * `onBuiltIn` hears when the built-in map is the one that shows, as soon as its data is there; `null` where it could
   * not be loaded.
   */
  constructor(map: LeafletMap, tiles: Tiles | null, onBuiltIn: (background: Background | null) => void) {
    this.#map = map;
    this.#onBuiltIn = onBuiltIn;
    this.#layer = new CanvasLayer(
      (sheet) => {
        if (!this.#palette) return;
        if (this.#background) paintGround(sheet, this.#background, this.#palette);
        else paintUnknown(sheet, this.#palette);
      },
      "ground",
      0.35,
    );
    this.#stopPalette = followPalette(map.getContainer(), (palette) => {
      this.#palette = palette;
      this.#layer.redraw();
    });
    if (tiles) this.#addTiles(tiles.url);
    else void this.#addBuiltIn();
  }

  remove(): void {
    this.#isRemoved = true;
    this.#stopPalette();
  }

  #addTiles(url: string): void {
    const layer = new TileLayer(url, { pane: "ground", maxZoom: 19 });
    let failures = 0;
    layer.once("tileload", () => layer.off("tileerror"));
    layer.on("tileerror", () => {
      failures += 1;
      if (failures < FAILURES) return;
      layer.off("tileerror").remove();
      void this.#addBuiltIn();
    });
    layer.addTo(this.#map);
  }

  async #addBuiltIn(): Promise<void> {
    // Without the data the ground stays empty, and everything else is where it should be.
    this.#background = await loadBackground().catch(() => null);
    if (this.#isRemoved) return;
    this.#layer.addTo(this.#map);
    this.#onBuiltIn(this.#background);
  }
}
