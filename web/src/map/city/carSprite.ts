/** Cars on a canvas, for maps with many of them: the same shapes as the one car's, smaller. */
import { CAR } from "../carShape";
import type { Palette } from "../ground/palette";

/** A car as the canvas draws it. */
export interface CarLook {
  headingDeg: number | null;
  isStale: boolean;
  isChosen: boolean;
}

/** How large cars are drawn, from far off to near by. */
const SCALES = { far: 0.46, near: 0.7, chosen: 0.95 };
/** How near to a car's middle a press means the car, in CSS pixels. */
export const REACH = 22;
/** In so many directions cars are drawn once and for all: one more would not be seen. */
const DIRECTIONS = 72;
/** Half the side of a drawing with its beam, in CSS pixels before scaling. */
const HALF = 48;

/** The colours of a car whose position is old. */
const OLD = { body: "#77717d", glass: "#4a4750", lights: "#b9b4b0" };

/** Draws cars onto a canvas. Each look is drawn once in each direction, and copied from then on. */
export class CarSprite {
  readonly #body = new Path2D(CAR.body);
  readonly #windows = new Path2D(CAR.windows);
  readonly #lights = new Path2D(CAR.lights);
  readonly #beam = new Path2D(CAR.shortBeam);
  readonly #drawings = new Map<string, HTMLCanvasElement>();
  readonly #palette: Palette;
  readonly #density: number;
  readonly #scale: number;

  /** `scale` as of {@link carScale}; `density`: how many pixels of the canvas a CSS pixel has. */
  constructor(palette: Palette, scale: number, density: number) {
    this.#palette = palette;
    this.#scale = scale;
    this.#density = density;
  }

  /** Draws a car with its middle at `x`, `y`, in CSS pixels. */
  draw(context: CanvasRenderingContext2D, x: number, y: number, look: CarLook): void {
    const half = HALF * this.#scaleOf(look);
    context.drawImage(this.#drawing(look), x - half, y - half, 2 * half, 2 * half);
  }

  #drawing(look: CarLook): HTMLCanvasElement {
    const { headingDeg, isStale, isChosen } = look;
    const direction = headingDeg === null ? null : Math.round((headingDeg / 360) * DIRECTIONS) % DIRECTIONS;
    const key = `${direction} ${isStale} ${isChosen}`;
    const known = this.#drawings.get(key);
    if (known) return known;
    const canvas = document.createElement("canvas");
    const scale = this.#scaleOf(look) * this.#density;
    canvas.width = Math.ceil(2 * HALF * scale);
    canvas.height = canvas.width;
    const context = canvas.getContext("2d");
    if (context) {
      context.setTransform(scale, 0, 0, scale, HALF * scale, HALF * scale);
      this.#paint(context, direction === null ? null : (direction / DIRECTIONS) * 360, look);
    }
    this.#drawings.set(key, canvas);
    return canvas;
  }

  #paint(context: CanvasRenderingContext2D, headingDeg: number | null, look: CarLook): void {
    const { isStale, isChosen } = look;
    const palette = this.#palette;
    // North is up, and the car is drawn nose to the east.
    if (headingDeg !== null) context.rotate(((headingDeg - 90) * Math.PI) / 180);
    if (headingDeg !== null && !isStale) this.#light(context);
    context.beginPath();
    context.arc(0, 0, CAR.radius, 0, 2 * Math.PI);
    context.fillStyle = isStale ? palette.quiet : "#fff";
    context.fill();
    context.lineWidth = (isChosen ? 3 : 1.5) / this.#scaleOf(look);
    context.setLineDash(isStale && !isChosen ? [4, 4] : []);
    context.strokeStyle = isChosen ? palette.focus : isStale ? palette.line : palette.roadEdge;
    context.stroke();
    context.fillStyle = isStale ? OLD.body : CAR.red;
    context.fill(this.#body);
    context.fillStyle = isStale ? OLD.glass : CAR.glass;
    context.fill(this.#windows);
    context.fillStyle = isStale ? OLD.lights : CAR.light;
    context.fill(this.#lights);
  }

  #light(context: CanvasRenderingContext2D): void {
    const glow = context.createRadialGradient(8, 0, 0, 8, 0, CAR.shortReach);
    glow.addColorStop(0, "rgb(255 200 97 / 0.95)");
    glow.addColorStop(1, "rgb(255 200 97 / 0)");
    context.fillStyle = glow;
    context.fill(this.#beam);
  }

  #scaleOf({ isChosen }: CarLook): number {
    return isChosen ? SCALES.chosen : this.#scale;
  }
}

/** How large to draw cars at a zoom; in steps, since each is drawn anew. */
export function carScale(zoom: number): number {
  const share = Math.min(1, Math.max(0, Math.round((zoom - 14.5) * 2) / 4));
  return SCALES.far + (SCALES.near - SCALES.far) * share;
}
