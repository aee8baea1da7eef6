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

/** How wide a road is drawn, in CSS pixels. */
export function roadWidth(road: Road, zoom: number): number {
  return WIDTHS[road] * 2 ** ((zoom - 17) * GROWTH);
}

/** Draws what the sheet shows of the background. */
export function paintGround(sheet: Sheet, { features }: Background, palette: Palette): void {
  const { context, zoom } = sheet;
  const seen = boxOf(sheet);
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
