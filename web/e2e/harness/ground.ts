/** What a map shows of the ground, read as an eye does: from where the pins of known places stand, and from pixels. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { flat, type Point } from "./flat";
import type { Place } from "./track";

const FILE = resolve(import.meta.dirname, "../../../content/map/background.json");
const PINS = ".leaflet-places-pane > *";

/** South-west and north-east corner of the built-in map. */
export type Corners = [[south: number, west: number], [north: number, east: number]];

/** Where the built-in map ends. */
export async function cornersOfGround(): Promise<Corners> {
  return (JSON.parse(await readFile(FILE, "utf8")) as { bounds: Corners }).bounds;
}

/** A place whose pin stands on the map with its name in it. */
export interface Named extends Place {
  name: string;
}

/** How far inside the built-in map each edge of the view is, in CSS pixels; negative: beyond it there is no map. */
export async function groundBeyond(
  page: Page,
  places: readonly [Named, Named],
): Promise<Record<Edge, number>> {
  const [[south, west], [north, east]] = await cornersOfGround();
  const { frame, pins } = await page.evaluate(
    ([selector, names]) => {
      const box = document.querySelector(".leaflet-container")?.getBoundingClientRect();
      if (!box) throw new Error("there is no map");
      const all = [...document.querySelectorAll(selector)];
      const standing = names.map((name) => {
        const at = all.find(({ textContent }) => textContent === name)?.getBoundingClientRect();
        return at ? ([at.left, at.top] as const) : null;
      });
      return { frame: [box.left, box.top, box.right, box.bottom] as const, pins: standing };
    },
    [PINS, places.map(({ name }) => name)] as const,
  );
  const [one, other] = pins;
  if (!one || !other) throw new Error(`no pins of ${places.map(({ name }) => name).join(" and ")}`);
  const [a, b] = [flat(places[0]), flat(places[1])];
  // A Mercator map neither turns nor bends: two known places tell its scale and where it begins.
  const scale = Math.hypot(other[0] - one[0], other[1] - one[1]) / Math.hypot(b[0] - a[0], b[1] - a[1]);
  const on = (place: Place): Point => {
    const [x, y] = flat(place);
    return [one[0] + (x - a[0]) * scale, one[1] + (y - a[1]) * scale];
  };
  const [left, top] = on({ lat: north, lng: west });
  const [right, bottom] = on({ lat: south, lng: east });
  return {
    left: frame[0] - left,
    top: frame[1] - top,
    right: right - frame[2],
    bottom: bottom - frame[3],
  };
}

type Edge = "left" | "top" | "right" | "bottom";

/**
 * What letters of the map lie under: the pins, the car, the chip and the buttons, and the line of the route. None is what
 * one wants.
 */
export function lettersUnder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".leaflet-names-pane canvas");
    const paint = canvas?.getContext("2d");
    if (!canvas || !paint) throw new Error("there are no names");
    const sheet = canvas.getBoundingClientRect();
    const scale = canvas.width / sheet.width;
    const isWritten = (left: number, top: number, right: number, bottom: number): boolean => {
      const [x, y] = [Math.floor((left - sheet.left) * scale), Math.floor((top - sheet.top) * scale)];
      const [wide, high] = [Math.ceil((right - left) * scale), Math.ceil((bottom - top) * scale)];
      if (wide < 1 || high < 1) return false;
      return paint.getImageData(x, y, wide, high).data.some((value, index) => index % 4 === 3 && value > 0);
    };
    // The box around a disc that is turned is wider than the disc; the square in it is not.
    const within = (sign: Element): DOMRect => {
      const box = sign.getBoundingClientRect();
      if (sign.tagName !== "circle") return box;
      const half = Number(sign.getAttribute("r")) * Math.SQRT1_2;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return new DOMRect(x - half, y - half, 2 * half, 2 * half);
    };
    const signs = [
      ...document.querySelectorAll(".leaflet-places-pane svg"),
      ...document.querySelectorAll(".leaflet-cars-pane circle"),
      ...document.querySelectorAll("[data-above-map]"),
    ];
    const map = document.querySelector(".leaflet-container")?.getBoundingClientRect();
    const covered = signs
      .filter((sign) => sign.closest("[hidden]") === null)
      .map((sign) => ({ sign, at: within(sign) }))
      .filter(
        ({ at }) =>
          map && at.right > map.left && at.left < map.right && at.bottom > map.top && at.top < map.bottom,
      )
      .filter(({ at }) => isWritten(at.left, at.top, at.right, at.bottom))
      .map(({ sign }) => sign.outerHTML.slice(0, 80));
    const route = [...document.querySelectorAll<SVGPathElement>(".leaflet-route-pane path")].filter(
      (path) => (path.getAttribute("d")?.length ?? 0) > 6,
    );
    const crossed = route.flatMap((path) => {
      const matrix = path.getScreenCTM();
      if (!matrix) return [];
      const points: string[] = [];
      for (let along = 0; along < path.getTotalLength(); along += 3) {
        const { x, y } = path.getPointAtLength(along).matrixTransform(matrix);
        if (isWritten(x - 2, y - 2, x + 2, y + 2)) points.push(`route at ${x.toFixed()}, ${y.toFixed()}`);
      }
      return points;
    });
    return [...covered, ...crossed];
  });
}
