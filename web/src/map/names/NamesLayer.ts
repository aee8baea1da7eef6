import type { Map as LeafletMap } from "leaflet";
import { CanvasLayer, type Sheet } from "../CanvasLayer";
import type { Place } from "../geo";
import type { Background, Feature } from "../ground/features";
import type { Palette } from "../ground/palette";
import { toWorld } from "../mercator";
import type { Readable } from "../observable";
import { areaView } from "./area";
import { type Point, pointsOf } from "./line";
import { collide, type Frame, type Placed, placeStreets } from "./place";
import { type NamedStreet, namedStreets, touchedBy } from "./streetNames";

/** Which streets' names are shown. */
export interface NamesShown {
  /** Those that this way touches; of the streets without a way none. */
  way?: Readable<readonly Place[] | null>;
  /** Main streets, too, for finding one's bearings in the whole city. */
  hasMainStreets?: boolean;
  /** Signs that no name may lie under, and how far they reach in pixels. */
  signs: readonly Sign[];
}

/** What stands on the map at a place. */
export type Sign = Place & { reach: number };

/** Parks are named from here on; from afar their names would cover them. */
const PARKS_FROM = 15.25;

/** The names on the map, on a canvas above the ground. */
export class NamesLayer extends CanvasLayer {
  readonly #streets: NamedStreet[];
  readonly #areas: Feature[];
  readonly #way: NamesShown["way"];
  readonly #hasMainStreets: boolean;
  #signs: readonly Sign[];
  #font = "";
  #named: NamedStreet[] = [];
  #stop: (() => void) | undefined;

  constructor(background: Background, { way, hasMainStreets = false, signs }: NamesShown, pane?: string) {
    super(pane, 0.35);
    this.#streets = namedStreets(background);
    this.#areas = largest(
      background.features.filter(({ kind, name }) => name && (kind === "water" || kind === "green")),
    );
    this.#way = way;
    this.#hasMainStreets = hasMainStreets;
    this.#signs = signs;
  }

  /** Keeps clear of these from now on. */
  keepClearOf(signs: readonly Sign[]): void {
    if (signs === this.#signs) return;
    this.#signs = signs;
    this.redraw();
  }

  override onAdd(map: LeafletMap): this {
    this.#font = getComputedStyle(map.getContainer()).fontFamily;
    this.#choose();
    this.#stop = this.#way?.subscribe(() => {
      this.#choose();
      this.redraw();
    });
    // The page's own letters may come later than its map.
    void document.fonts?.ready.then(() => this.redraw());
    return super.onAdd(map);
  }

  override onRemove(map: LeafletMap): this {
    this.#stop?.();
    return super.onRemove(map);
  }

  /** The streets of the way have their names; they stay where they are while the car drives along. */
  #choose(): void {
    const way = this.#way?.value;
    const main = this.#hasMainStreets ? this.#streets.filter(({ kind }) => kind === "main") : [];
    this.#named = way && way.length > 1 ? touchedBy(way, this.#streets) : main;
  }

  protected override paint(sheet: Sheet, palette: Palette): void {
    const { map } = this;
    if (!map) return;
    const { context, zoom } = sheet;
    const size = Math.min(13, Math.max(10.5, 10.5 + (zoom - 16) * 1.2));
    const frame = this.#frame(sheet, map.getSize());
    const style = (text: string) => `${text} ${this.#font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";

    const areas: { placed: Placed; font: string; colour: string }[] = [];
    for (const { kind, name, lines } of this.#areas) {
      const [outer] = lines;
      if (!outer || name === null || (kind === "green" && zoom < PARKS_FROM)) continue;
      const font = style(kind === "water" ? "italic 600 13px" : `600 ${Math.max(11, size)}px`);
      context.font = font;
      const placed = placeArea(
        name,
        pointsOf(outer).map(pixelsOf(sheet)),
        context.measureText(name).width,
        frame,
      );
      if (!placed || areas.some((other) => collide(placed, other.placed))) continue;
      areas.push({
        placed,
        font,
        colour: kind === "water" ? palette.waterName : palette.greenName,
      });
    }
    context.font = style(`600 ${size}px`);
    const lines = this.#named.flatMap(({ name, lines: all }) =>
      all.map((line) => ({ text: name, line: line.map(pixelsOf(sheet)) })),
    );
    const taken = areas.map(({ placed }) => placed);
    const streets = placeStreets(lines, (text) => context.measureText(text).width, size, frame, taken);
    for (const at of streets) write(context, at, palette.name, palette.ground);
    for (const { placed, font, colour } of areas) {
      context.font = font;
      write(context, placed, colour, null);
    }
  }

  /** The names stay within the view; what lies beyond it is drawn when it comes into view. */
  #frame(sheet: Sheet, { x, y }: Point): Frame {
    const [left, top] = [(sheet.width - x) / 2, (sheet.height - y) / 2];
    const at = (place: Place) => pixelsOf(sheet)(toWorld(place));
    return {
      left,
      top,
      right: left + x,
      bottom: top + y,
      route: (this.#way?.value ?? []).map(at),
      signs: this.#signs.map((sign) => ({ ...at(sign), reach: sign.reach })),
    };
  }
}

/** Parks and waters that consist of several parts are named once, on the largest. */
function largest(areas: readonly Feature[]): Feature[] {
  const sizeOf = ({ box: [left, top, right, bottom] }: Feature) => (right - left) * (bottom - top);
  const byName = new Map<string, Feature>();
  for (const area of areas) {
    const other = byName.get(area.name ?? "");
    if (!other || sizeOf(other) < sizeOf(area)) byName.set(area.name ?? "", area);
  }
  return [...byName.values()];
}

/** The name of an area, where there is room for it. */
function placeArea(text: string, ring: readonly Point[], width: number, frame: Frame): Placed | null {
  const { left, top } = frame;
  const inView = ring.map(({ x, y }) => ({ x: x - left, y: y - top }));
  const view = areaView(inView, frame.right - left, frame.bottom - top);
  if (!view || view.length < width * 0.9 || view.breadth < 16) return null;
  return { text, x: view.middle.x + left, y: view.middle.y + top, angle: view.angle, width, height: 13 };
}

function pixelsOf({ zoom, left, top }: Sheet): (point: Point) => Point {
  const scale = 2 ** zoom;
  return ({ x, y }) => ({ x: x * scale - left, y: y * scale - top });
}

function write(context: CanvasRenderingContext2D, at: Placed, colour: string, halo: string | null): void {
  context.save();
  context.translate(at.x, at.y);
  context.rotate(at.angle);
  if (halo !== null) {
    context.strokeStyle = halo;
    context.lineWidth = 3;
    context.globalAlpha = 0.85;
    context.strokeText(at.text, 0, 0);
    context.globalAlpha = 1;
  }
  context.fillStyle = colour;
  context.fillText(at.text, 0, 0);
  context.restore();
}
