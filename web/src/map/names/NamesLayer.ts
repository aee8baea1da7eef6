import type { LeafletEventHandlerFn, Map as LeafletMap } from "leaflet";
import { CanvasLayer, type Sheet } from "../CanvasLayer";
import type { Place } from "../geo";
import type { Background, Feature } from "../ground/features";
import { fills } from "../ground/fills";
import type { Palette } from "../ground/palette";
import { ringsAround } from "../ground/rings";
import { toWorld } from "../mercator";
import type { Readable } from "../observable";
import { placeArea } from "./areaNames";
import { type Point, pointsOf } from "./line";
import { floatingAbove, moved, REACH, rectAround, type Sign, standing } from "./obstacles";
import { type Frame, isUnder, type Placed, placeStreets } from "./place";
import { placeRings } from "./ringNames";
import { type NamedStreet, namedStreets, touchedBy } from "./streetNames";

/** Which names are shown, and what they keep clear of. */
export interface NamesShown {
  /** Streets that this way touches; of the streets without a way none. */
  way?: Readable<readonly Place[] | null>;
  /** Main streets, too, for finding one's bearings in the whole city. */
  hasMainStreets?: boolean;
  /** Signs that no name may lie under. */
  signs: readonly Sign[];
  /** The same of what moves; a name that it comes over is not seen meanwhile. */
  car?: Readable<Place | null>;
  /** Around it the calm ground tells distances. */
  centre: Place | null;
}

/** A name as it is written. */
interface Written {
  at: Placed;
  font: string;
  colour: keyof Palette;
  halo: keyof Palette | null;
}

/** Parks are named from here on; from afar their names would cover them. */
const PARKS_FROM = 15.25;

/** The names on the map, on a canvas above the ground. */
export class NamesLayer extends CanvasLayer {
  readonly #background: Background;
  readonly #areas: Feature[];
  readonly #way: NamesShown["way"];
  readonly #car: NamesShown["car"];
  readonly #hasMainStreets: boolean;
  /** Made when they are first needed: chaining all streets takes a while. */
  #streets: NamedStreet[] | null = null;
  #signs: readonly Sign[];
  #centre: Place | null;
  #font = "";
  #named: NamedStreet[] = [];
  #written: Written[] = [];
  /** The names that something has come over. */
  #hidden = new Set<Written>();
  #sheet: Sheet | null = null;
  #isDrawn = false;
  #isKept = false;
  #stops: (() => void)[] = [];

  constructor(background: Background, shown: NamesShown, pane?: string) {
    super(pane, 0.35);
    this.#background = background;
    this.#areas = largest(
      background.features.filter(({ kind, name }) => name && (kind === "water" || kind === "green")),
    );
    this.#way = shown.way;
    this.#car = shown.car;
    this.#hasMainStreets = shown.hasMainStreets ?? false;
    this.#signs = shown.signs;
    this.#centre = shown.centre;
  }

  /** Keeps clear of these, and tells distances around this place from now on. */
  change({ signs, centre }: Pick<NamesShown, "signs" | "centre">): void {
    if (signs === this.#signs && centre === this.#centre) return;
    this.#signs = signs;
    this.#centre = centre;
    this.redraw();
  }

  override onAdd(map: LeafletMap): this {
    this.#font = getComputedStyle(map.getContainer()).fontFamily;
    this.#choose();
    const choose = () => {
      this.#choose();
      this.redraw();
    };
    this.#stops = [this.#way?.subscribe(choose), this.#car?.subscribe(() => this.#uncover())].filter(
      (stop) => stop !== undefined,
    );
    // The page's own letters may come later than its map.
    void document.fonts?.ready.then(() => this.redraw());
    return super.onAdd(map);
  }

  override onRemove(map: LeafletMap): this {
    for (const stop of this.#stops) stop();
    return super.onRemove(map);
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const { move, ...events } = super.getEvents();
    return {
      ...events,
      move: (event) => {
        // Names of streets go with the streets.
        if (this.map && fills(this.map, this.#background) === this.#isDrawn) this.redraw();
        else move?.(event);
      },
    };
  }

  /** The streets of the way have their names; they stay where they are while the car drives along. */
  #choose(): void {
    const way = this.#way?.value ?? [];
    this.#named = [];
    if (way.length < 2 && !this.#hasMainStreets) return;
    this.#streets ??= namedStreets(this.#background);
    this.#named =
      way.length > 1 ? touchedBy(way, this.#streets) : this.#streets.filter(({ kind }) => kind === "main");
  }

  /** Draws anew where the car has come over a name, or left it. */
  #uncover(): void {
    if (!this.#sheet) return;
    const hidden = this.#covered(this.#sheet);
    if (hidden.size === this.#hidden.size && [...hidden].every((one) => this.#hidden.has(one))) return;
    this.#isKept = true;
    this.redraw();
    this.#isKept = false;
  }

  protected override paint(sheet: Sheet, palette: Palette): void {
    const { map } = this;
    if (!map) return;
    const { context } = sheet;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    if (!this.#isKept || !isSame(sheet, this.#sheet)) this.#place(sheet, map);
    this.#sheet = sheet;
    this.#hidden = this.#covered(sheet);
    for (const name of this.#written) {
      if (this.#hidden.has(name)) continue;
      context.font = name.font;
      write(context, name.at, palette[name.colour], name.halo && palette[name.halo]);
    }
  }

  #place(sheet: Sheet, map: LeafletMap): void {
    this.#isDrawn = !fills(map, this.#background);
    const frame = this.#frame(sheet, map);
    this.#written = this.#isDrawn ? this.#distances(sheet, frame) : this.#onStreets(sheet, frame);
  }

  #onStreets(sheet: Sheet, frame: Frame): Written[] {
    const { context, zoom } = sheet;
    const size = Math.min(13, Math.max(10.5, 10.5 + (zoom - 16) * 1.2));
    const areas: Written[] = [];
    for (const { kind, name, lines } of this.#areas) {
      const [outer] = lines;
      if (!outer || name === null || (kind === "green" && zoom < PARKS_FROM)) continue;
      const font = this.#style(kind === "water" ? "italic 600 13px" : `600 ${Math.max(11, size)}px`);
      context.font = font;
      const width = context.measureText(name).width;
      const taken = areas.map(({ at }) => at);
      const at = placeArea(name, pointsOf(outer).map(pixelsOf(sheet)), width, frame, taken);
      if (at) areas.push({ at, font, colour: kind === "water" ? "waterName" : "greenName", halo: null });
    }
    const font = this.#style(`600 ${size}px`);
    context.font = font;
    const lines = this.#named.flatMap(({ name, lines: all }) =>
      all.map((line) => ({ text: name, line: line.map(pixelsOf(sheet)) })),
    );
    const taken = areas.map(({ at }) => at);
    const streets = placeStreets(lines, (text) => context.measureText(text).width, size, frame, taken);
    return [...streets.map((at): Written => ({ at, font, colour: "name", halo: "ground" })), ...areas];
  }

  /** Where no streets are drawn, the rings say how far they are. */
  #distances(sheet: Sheet, frame: Frame): Written[] {
    if (!this.#centre) return [];
    const { context, zoom, width, height } = sheet;
    const font = this.#style("600 12px");
    context.font = font;
    const at = pixelsOf(sheet)(toWorld(this.#centre));
    const rings = ringsAround(this.#centre, zoom, Math.hypot(width, height));
    const placed = placeRings(at, rings, (text) => context.measureText(text).width, frame);
    return placed.map((one) => ({ at: one, font, colour: "name", halo: "ground" }));
  }

  #style(font: string): string {
    return `${font} ${this.#font}`;
  }

  /** The names stay within the view; what lies beyond it is drawn when it comes into view. */
  #frame(sheet: Sheet, map: LeafletMap): Frame {
    const { x, y } = map.getSize();
    const [left, top] = [(sheet.width - x) / 2, (sheet.height - y) / 2];
    const at = (place: Place) => pixelsOf(sheet)(toWorld(place));
    sheet.context.font = this.#style("650 12px");
    const widthOf = (text: string) => sheet.context.measureText(text).width;
    const signs = this.#signs.flatMap((sign) => standing(at(sign), sign, this.#isDrawn, widthOf));
    const floating = floatingAbove(map).map((one) => moved(one, { x: left, y: top }));
    return {
      left,
      top,
      right: left + x,
      bottom: top + y,
      route: (this.#way?.value ?? []).map(at),
      obstacles: [...signs, ...floating, ...this.#carOn(sheet)],
    };
  }

  #carOn(sheet: Sheet) {
    const car = this.#car?.value;
    return car ? [rectAround(pixelsOf(sheet)(toWorld(car)), REACH.car)] : [];
  }

  #covered(sheet: Sheet): Set<Written> {
    const [car] = this.#carOn(sheet);
    return new Set(car && this.#written.filter(({ at }) => isUnder(at, car)));
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

function isSame(sheet: Sheet, other: Sheet | null): boolean {
  return other !== null && sheet.zoom === other.zoom && sheet.left === other.left && sheet.top === other.top;
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
