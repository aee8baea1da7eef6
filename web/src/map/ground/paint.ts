/** Draws the built-in map: ground, water and green, roads with their edges, rails, and the blocks last. */
import type { Sheet } from "../CanvasLayer";
import { type Background, type Box, type Feature, type Kind, overlaps } from "./features";
import type { Palette } from "./palette";

type Road = Extract<Kind, "main" | "street" | "service" | "path">;

/** CSS pixels at zoom 17; other zooms have less, but not in proportion, so that roads stay to be seen. */
const WIDTHS: Record<Road, number> = { main: 17, street: 12, service: 5, path: 2.2 };
const GROWTH = 0.8;
/** Paths are many; from afar they would grey the parks. */
const PATHS_FROM = 15.5;
/** How far the map fades into empty ground at the edge of what it knows, in CSS pixels at zoom 17. */
const FADE = 48;
/** How far apart the dots of unknown ground are, in CSS pixels at whole zooms. */
const UNKNOWN_EVERY = 32;

/** How wide a road is drawn, in CSS pixels. */
export function roadWidth(road: Road, zoom: number): number {
  return WIDTHS[road] * 2 ** ((zoom - 17) * GROWTH);
}

/** Draws what the sheet shows of the background. */
export function paintGround(sheet: Sheet, { features, box }: Background, palette: Palette): void {
  const { context, zoom } = sheet;
  const seen = boxOf(sheet);
  if (!overlaps(seen, box)) return paintUnknown(sheet, palette);
  const shown = features.filter((feature) => overlaps(feature.box, seen));
  const of = (kind: Kind) => shown.filter((feature) => feature.kind === kind);
  context.lineJoin = "round";
  context.lineCap = "round";

  fill(sheet, of("green"), palette.green);
  fill(sheet, of("water"), palette.water);
  if (zoom >= PATHS_FROM) {
    context.globalAlpha = 0.75;
    stroke(sheet, of("path"), palette.road, roadWidth("path", zoom));
    context.globalAlpha = 1;
  }
  const roads = (["service", "street", "main"] as const).map((road) => [road, of(road)] as const);
  for (const [road, lines] of roads) stroke(sheet, lines, palette.roadEdge, roadWidth(road, zoom) + 2.5);
  for (const [road, lines] of roads) stroke(sheet, lines, palette.road, roadWidth(road, zoom));
  stroke(sheet, of("rail"), palette.roadEdge, zoom < 16 ? 0.8 : 1.1);
  const blocks = of("building");
  fill(sheet, blocks, palette.building);
  stroke(sheet, blocks, palette.buildingEdge, 1);
  fadeEdges(sheet, box);
}

/** Where no streets are known: dots that lie on the ground, so that it is seen to move. They pretend to be nothing. */
export function paintUnknown({ context, zoom, left, top, width, height }: Sheet, palette: Palette): void {
  const every = UNKNOWN_EVERY * 2 ** (zoom - Math.floor(zoom));
  context.fillStyle = palette.buildingEdge;
  context.beginPath();
  for (let x = every - (left % every); x < width; x += every) {
    for (let y = every - (top % every); y < height; y += every) {
      context.moveTo(x + 1.5, y);
      context.arc(x, y, 1.5, 0, 2 * Math.PI);
    }
  }
  context.fill();
}

/** The world of zoom 0 that a sheet shows. */
export function boxOf({ zoom, left, top, width, height }: Sheet): Box {
  const scale = 2 ** zoom;
  return [left / scale, top / scale, (left + width) / scale, (top + height) / scale];
}

function fill(sheet: Sheet, areas: readonly Feature[], colour: string): void {
  sheet.context.fillStyle = colour;
  sheet.context.beginPath();
  for (const { lines } of areas) for (const line of lines) trace(sheet, line);
  sheet.context.fill("evenodd");
}

function stroke(sheet: Sheet, shapes: readonly Feature[], colour: string, width: number): void {
  sheet.context.strokeStyle = colour;
  sheet.context.lineWidth = width;
  sheet.context.beginPath();
  for (const { lines } of shapes) for (const line of lines) trace(sheet, line);
  sheet.context.stroke();
}

function trace({ context, zoom, left, top }: Sheet, line: Float64Array): void {
  const scale = 2 ** zoom;
  for (let index = 0; index < line.length; index += 2) {
    const x = (line[index] ?? 0) * scale - left;
    const y = (line[index + 1] ?? 0) * scale - top;
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

/** Where the data ends, streets would end as if cut; so they fade. */
function fadeEdges({ context, zoom, left, top, width, height }: Sheet, box: Box): void {
  const scale = 2 ** zoom;
  const [west, north, east, south] = [
    box[0] * scale - left,
    box[1] * scale - top,
    box[2] * scale - left,
    box[3] * scale - top,
  ];
  const depth = FADE * 2 ** (zoom - 17);
  const edges = [
    { from: [west, 0], to: [west + depth, 0], area: [0, 0, west + depth, height] },
    { from: [east, 0], to: [east - depth, 0], area: [east - depth, 0, width - east + depth, height] },
    { from: [0, north], to: [0, north + depth], area: [0, 0, width, north + depth] },
    { from: [0, south], to: [0, south - depth], area: [0, south - depth, width, height - south + depth] },
  ] as const;
  context.save();
  context.globalCompositeOperation = "destination-out";
  for (const { from, to, area } of edges) {
    if (area[2] <= 0 || area[3] <= 0) continue;
    const fade = context.createLinearGradient(from[0], from[1], to[0], to[1]);
    fade.addColorStop(0, "rgb(0 0 0 / 1)");
    fade.addColorStop(1, "rgb(0 0 0 / 0)");
    context.fillStyle = fade;
    const [x, y, wide, high] = area;
    context.fillRect(x, y, wide, high);
  }
  context.restore();
}
