import {
  DomUtil,
  Layer,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  type Point,
  point,
  type ZoomAnimEvent,
} from "leaflet";
import { followPalette, type Palette } from "./ground/palette";
import { originAfter } from "./pixels";

/** A sheet to draw on: the view, and some way beyond it. */
export interface Sheet {
  context: CanvasRenderingContext2D;
  zoom: number;
  /** World pixel at `zoom` that lies at the sheet's upper left corner. */
  left: number;
  top: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Pixels of the canvas in each of these. */
  density: number;
}

/** Finer than this no eye sees on a moving map, and every pixel costs. */
const DENSEST = 2;

/** A canvas that lies in the map, drawn anew when the view has moved or zoomed, carried along in between. */
export abstract class CanvasLayer extends Layer {
  readonly #pane: string;
  readonly #margin: number;
  readonly #canvas = document.createElement("canvas");
  #map: LeafletMap | null = null;
  #palette: Palette | null = null;
  #stopPalette = () => {};
  #corner: Point = point(0, 0);
  #zoom = 0;
  #isZooming = false;

  /** `margin` is the share of the view that is drawn beyond each of its edges, so that a drag finds it there. */
  constructor(pane = "overlayPane", margin = 0) {
    super();
    this.#pane = pane;
    this.#margin = margin;
    this.#canvas.className = "leaflet-zoom-animated";
    this.#canvas.setAttribute("aria-hidden", "true");
  }

  /** Draws what the sheet shows, in the colours of the page. */
  protected abstract paint(sheet: Sheet, palette: Palette): void;

  /** The map that it lies in. */
  protected get map(): LeafletMap | null {
    return this.#map;
  }

  /** What it draws on. */
  protected get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    this.#isZooming = false;
    map.getPane(this.#pane)?.append(this.#canvas);
    this.#stopPalette = followPalette(map.getContainer(), (palette) => {
      this.#palette = palette;
      this.redraw();
    });
    return this;
  }

  override onRemove(_map: LeafletMap): this {
    this.#map = null;
    this.#stopPalette();
    this.#canvas.remove();
    return this;
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      viewreset: () => this.redraw(),
      moveend: () => this.redraw(),
      move: () => this.#map && this.#isUncovered(this.#map) && this.redraw(),
      zoom: () => this.#map && this.#carry(this.#map.getPixelOrigin(), this.#map.getZoom()),
      zoomanim: (event) => {
        const { center, zoom } = event as ZoomAnimEvent;
        this.#isZooming = true;
        if (this.#map) this.#carry(originAfter(this.#map, center, zoom), zoom);
      },
      zoomend: () => {
        this.#isZooming = false;
      },
    };
  }

  /** Draws what there is now. Waits while the map zooms, whose transition carries what was drawn before. */
  redraw(): void {
    const map = this.#map;
    const context = this.#canvas.getContext("2d");
    if (!map || !context || !this.#palette || this.#isZooming) return;
    const size = map.getSize();
    const margin = size.multiplyBy(this.#margin).round();
    const [width, height] = [size.x + 2 * margin.x, size.y + 2 * margin.y];
    const density = Math.min(window.devicePixelRatio || 1, DENSEST);
    this.#zoom = map.getZoom();
    const view = map.getPixelBounds().min ?? point(0, 0);
    this.#corner = view.subtract(margin);
    this.#fit(width, height, density);
    this.#carry(map.getPixelOrigin(), this.#zoom);
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    const { x: left, y: top } = this.#corner;
    this.paint({ context, zoom: this.#zoom, left, top, width, height, density }, this.#palette);
  }

  /** A canvas that is given a size loses its drawing, and its memory is made anew. */
  #fit(width: number, height: number, density: number): void {
    const [wide, high] = [Math.round(width * density), Math.round(height * density)];
    if (this.#canvas.width === wide && this.#canvas.height === high) return;
    this.#canvas.width = wide;
    this.#canvas.height = high;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
  }

  #carry(origin: Point, zoom: number): void {
    const scale = 2 ** (zoom - this.#zoom);
    DomUtil.setTransform(this.#canvas, this.#corner.multiplyBy(scale).subtract(origin), scale);
  }

  /** Whether a long drag, or a flight, shows ground beyond the sheet. */
  #isUncovered(map: LeafletMap): boolean {
    const scale = 2 ** (map.getZoom() - this.#zoom);
    const drawn = this.#corner.multiplyBy(scale);
    const margin = map.getSize().multiplyBy(this.#margin);
    const size = map.getSize().add(margin.multiplyBy(2)).multiplyBy(scale);
    const view = map.getPixelBounds();
    const [min, max] = [view.min ?? drawn, view.max ?? drawn];
    return min.x < drawn.x || min.y < drawn.y || max.x > drawn.x + size.x || max.y > drawn.y + size.y;
  }
}
