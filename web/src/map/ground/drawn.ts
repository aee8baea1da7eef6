/** Draws the calm ground where no streets are drawn: rings that tell distances, and dots that are seen to move. */
import type { Sheet } from "../CanvasLayer";
import type { Place } from "../geo";
import { toWorld } from "../mercator";
import type { Palette } from "./palette";
import { ringsAround } from "./rings";

/** How far apart the dots are, in CSS pixels at whole zooms. */
const DOTS_EVERY = 32;
/** How much lighter the ground is within the first rings. */
const LIGHT = [0.5, 0.35, 0.22, 0.12];

/** Draws it, with rings around `centre` where one is given. It pretends to be nothing. */
export function paintDrawn(sheet: Sheet, centre: Place | null, palette: Palette): void {
  if (centre) paintRings(sheet, centre, palette);
  paintDots(sheet, palette);
}

function paintRings(
  { context, zoom, left, top, width, height }: Sheet,
  centre: Place,
  palette: Palette,
): void {
  const world = toWorld(centre);
  const [x, y] = [world.x * 2 ** zoom - left, world.y * 2 ** zoom - top];
  const reach = Math.hypot(Math.max(x, width - x), Math.max(y, height - y));
  const rings = ringsAround(centre, zoom, reach);
  const circle = (radius: number) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  for (const [index, share] of LIGHT.entries()) {
    const [inner, outer] = [rings[index - 1]?.radius ?? 0, rings[index]?.radius];
    if (outer === undefined) break;
    circle(outer);
    context.arc(x, y, inner, 0, 2 * Math.PI, true);
    context.globalAlpha = share;
    context.fillStyle = palette.road;
    context.fill();
  }
  context.globalAlpha = 1;
  context.strokeStyle = palette.buildingEdge;
  context.lineWidth = 1.5;
  for (const { radius } of rings) {
    circle(radius);
    context.stroke();
  }
}

function paintDots({ context, zoom, left, top, width, height }: Sheet, palette: Palette): void {
  const every = DOTS_EVERY * 2 ** (zoom - Math.floor(zoom));
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
