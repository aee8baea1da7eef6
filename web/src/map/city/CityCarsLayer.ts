import { DomUtil, type LeafletEventHandlerFn, type LeafletMouseEvent, type Map as LeafletMap } from "leaflet";
import { isCalm } from "../calm";
import { CanvasLayer, type Sheet } from "../CanvasLayer";
import { startFrames, stopFrames } from "../frames";
import type { Place } from "../geo";
import { type Drawn, type Fix, Glide } from "../glide";
import type { Palette } from "../ground/palette";
import { toWorld } from "../mercator";
import type { Readable } from "../observable";
import { carScale, CarSprite, REACH } from "./carSprite";

/** A car of the city. */
export interface CityCar extends Fix {
  carId: string;
  /** What it is called, e.g. "Auto 7". */
  label: string;
  isChosen?: boolean;
  /** Its position is too old to be trusted. */
  isStale: boolean;
}

/** Hears which car was pressed. */
export type ChooseCar = (carId: string) => void;

/** Cars of a whole city cross a few pixels a second; every other frame draws them as evenly. */
const EVERY_MS = 30;

interface Track {
  car: CityCar;
  glide: Glide;
  drawn: Drawn | null;
}

/** All cars of the city on one canvas, each as it drives. */
export class CityCarsLayer extends CanvasLayer {
  readonly #cars: Readable<readonly CityCar[]>;
  readonly #onChoose: Readable<ChooseCar | undefined>;
  readonly #tracks = new Map<string, Track>();
  /** In the order in which they are drawn: what was chosen is never under another. */
  #byRank: Track[] = [];
  #font = "";
  #sprite: { drawn: CarSprite; scale: number; palette: Palette } | null = null;
  #paintedAt = -Infinity;
  #hovered: string | null = null;
  #stop: (() => void) | undefined;

  constructor(cars: Readable<readonly CityCar[]>, onChoose: Readable<ChooseCar | undefined>, pane?: string) {
    super(pane);
    this.#cars = cars;
    this.#onChoose = onChoose;
  }

  override onAdd(map: LeafletMap): this {
    this.#font = `600 13px ${getComputedStyle(map.getContainer()).fontFamily}`;
    super.onAdd(map);
    this.#stop = this.#cars.subscribe(() => this.#receive());
    this.#receive();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    this.#stop?.();
    stopFrames(this.#step);
    this.#show(map, null);
    return super.onRemove(map);
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      ...super.getEvents(),
      click: (event) => this.#press(event as LeafletMouseEvent),
      mousemove: (event) => this.#hover(event as LeafletMouseEvent),
    };
  }

  #receive(): void {
    const heardAt = performance.now();
    const gone = new Set(this.#tracks.keys());
    for (const car of this.#cars.value) {
      gone.delete(car.carId);
      const track = this.#tracks.get(car.carId) ?? { car, glide: new Glide(isCalm), drawn: null };
      track.car = car;
      track.glide.add(car, heardAt);
      this.#tracks.set(car.carId, track);
    }
    for (const carId of gone) this.#tracks.delete(carId);
    this.#byRank = [...this.#tracks.values()].toSorted((one, other) => rank(one) - rank(other));
    startFrames(this.#step);
  }

  readonly #step = (now: number): boolean => {
    if (now - this.#paintedAt < EVERY_MS) return true;
    this.#paintedAt = now;
    let isMoving = false;
    for (const track of this.#tracks.values()) {
      track.drawn = track.glide.at(now);
      isMoving ||= track.drawn?.isMoving ?? false;
    }
    this.redraw();
    return isMoving;
  };

  protected override paint(sheet: Sheet, palette: Palette): void {
    const sprite = this.#spriteFor(sheet, palette);
    for (const { car, drawn } of this.#byRank) {
      if (!drawn) continue;
      const { x, y } = placeOn(sheet, drawn);
      if (x < -REACH || y < -REACH || x > sheet.width + REACH || y > sheet.height + REACH) continue;
      const { isStale, isChosen = false } = car;
      sprite.draw(sheet.context, x, y, { headingDeg: drawn.headingDeg, isStale, isChosen });
      if (isChosen || car.carId === this.#hovered) this.#name(sheet.context, car.label, x, y, palette);
    }
  }

  #spriteFor({ zoom, density }: Sheet, palette: Palette): CarSprite {
    const scale = carScale(zoom);
    if (this.#sprite?.scale !== scale || this.#sprite.palette !== palette)
      this.#sprite = { drawn: new CarSprite(palette, scale, density), scale, palette };
    return this.#sprite.drawn;
  }

  #name(context: CanvasRenderingContext2D, label: string, x: number, y: number, palette: Palette): void {
    context.font = this.#font;
    const width = context.measureText(label).width + 16;
    context.beginPath();
    context.roundRect(x - width / 2, y - 50, width, 24, 8);
    context.fillStyle = palette.surface;
    context.fill();
    context.fillStyle = palette.ink;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(label, x, y - 37.5);
  }

  #press(event: LeafletMouseEvent): void {
    const carId = this.#carAt(event);
    if (carId !== null) this.#onChoose.value?.(carId);
  }

  #hover(event: LeafletMouseEvent): void {
    const hovered = this.#carAt(event);
    if (hovered === this.#hovered) return;
    this.#show(event.target as LeafletMap, hovered);
    this.redraw();
  }

  /** The pointer says that it may press. */
  #show(map: LeafletMap, hovered: string | null): void {
    this.#hovered = hovered;
    (hovered === null ? DomUtil.removeClass : DomUtil.addClass)(map.getContainer(), "leaflet-interactive");
  }

  /** The car under a pointer; of several the nearest. */
  #carAt({ containerPoint }: LeafletMouseEvent): string | null {
    let nearest: { carId: string; distance: number } | null = null;
    for (const [carId, { drawn }] of this.#tracks) {
      if (!drawn || !this.map) continue;
      const distance = this.map.latLngToContainerPoint([drawn.lat, drawn.lng]).distanceTo(containerPoint);
      if (distance <= REACH && distance < (nearest?.distance ?? Infinity)) nearest = { carId, distance };
    }
    return nearest?.carId ?? null;
  }
}

function rank({ car }: Track): number {
  return car.isChosen ? 2 : car.isStale ? 0 : 1;
}

function placeOn({ zoom, left, top }: Sheet, place: Place): { x: number; y: number } {
  const scale = 2 ** zoom;
  const { x, y } = toWorld(place);
  return { x: x * scale - left, y: y * scale - top };
}
