import { DomUtil, latLngBounds, type LeafletMouseEvent } from "leaflet";
import { CanvasLayer, type Sheet } from "./CanvasLayer";
import { carScale, CarSprite, REACH } from "./carSprite";
import { startFrames, stopFrames } from "./frames";
import type { Place } from "./geo";
import { type Drawn, type Fix, Glide } from "./glide";
import type { Background } from "./ground/features";
import { followPalette, type Palette } from "./ground/palette";
import { Names } from "./names/Names";
import type { Scene } from "./MapFrame";
import { toWorld } from "./mercator";
import { Pin } from "./Pin";
import type { Stage } from "./Stage";
import { type Margins, viewOf } from "./view";

/** A car of the city. */
export interface CityCar extends Fix {
  carId: string;
  /** What it is called, e.g. "Auto 7". */
  label: string;
  isChosen?: boolean;
  /** Its position is too old to be trusted. */
  isStale: boolean;
}

/** What the map of the city shows. */
export interface City {
  cars: readonly CityCar[];
  restaurants: readonly (Place & { id: string; name: string })[];
  /** The places that the first view must show; all restaurants and cars where it is not given. */
  focus?: readonly Place[] | undefined;
}

const MARGINS: Margins = { top: 40, right: 72, bottom: 48, left: 40 };
const NEAREST = 17;
/** Cars of a whole city cross a few pixels a second; every other frame draws them as evenly. */
const EVERY_MS = 30;

interface Track {
  car: CityCar;
  glide: Glide;
  drawn: Drawn | null;
}

/** All cars of the city on one canvas, and the restaurants under them. */
export class CityScene implements Scene<City> {
  readonly #stage: Stage;
  readonly #isCalm: () => boolean;
  readonly #onChoose: (carId: string) => void;
  readonly #pinOf: (id: string) => HTMLElement;
  readonly #pins = new Map<string, Pin>();
  readonly #tracks = new Map<string, Track>();
  /** In the order in which they are drawn: what was chosen is never under another. */
  #byRank: Track[] = [];
  readonly #layer: CanvasLayer;
  readonly #stopPalette: () => void;
  readonly #font: string;
  #palette: Palette | null = null;
  #sprite: CarSprite | null = null;
  #spriteScale = 0;
  #paintedAt = -Infinity;
  #city: City = { cars: [], restaurants: [] };
  /** As they were shown last, as text: who draws the page anew need not keep them. */
  #restaurants = "";
  #names: Names | null = null;
  #background: Background | null = null;
  #isInside = false;
  #hovered: string | null = null;
  #hasShownCars = false;

  /** `pinOf` gives the element of a restaurant; `onChoose` hears which car was pressed. */
  constructor(
    stage: Stage,
    pinOf: (id: string) => HTMLElement,
    onChoose: (carId: string) => void,
    isCalm: () => boolean,
  ) {
    this.#stage = stage;
    this.#pinOf = pinOf;
    this.#onChoose = onChoose;
    this.#isCalm = isCalm;
    this.#layer = new CanvasLayer((sheet) => this.#paint(sheet), "cars").addTo(stage.map);
    this.#font = `600 13px ${getComputedStyle(stage.map.getContainer()).fontFamily}`;
    this.#stopPalette = followPalette(stage.map.getContainer(), (palette) => {
      this.#palette = palette;
      this.#sprite = null;
      this.#layer.redraw();
    });
    stage.map.on("click", (event) => this.#press(event));
    stage.map.on("mousemove", (event) => this.#hover(event));
  }

  show(city: City): void {
    this.#city = city;
    const heardAt = performance.now();
    const gone = new Set(this.#tracks.keys());
    for (const car of city.cars) {
      gone.delete(car.carId);
      const track = this.#tracks.get(car.carId) ?? { car, glide: new Glide(this.#isCalm), drawn: null };
      track.car = car;
      track.glide.add(car, heardAt);
      this.#tracks.set(car.carId, track);
    }
    for (const carId of gone) this.#tracks.delete(carId);
    this.#byRank = [...this.#tracks.values()].toSorted((one, other) => rank(one) - rank(other));
    this.#showRestaurants(city.restaurants);
    this.#limit();
    // The first cars may come after their map, and belong on it.
    const isFirst = !this.#hasShownCars && city.cars.length > 0;
    this.#hasShownCars ||= isFirst;
    if (!this.#stage.view || isFirst) this.centre(false);
    startFrames(this.#step);
  }

  lieOn(background: Background | null): void {
    this.#background = background;
    this.#limit();
    if (!background) return;
    this.#names = new Names(this.#stage.map, background);
    this.#showNames();
    this.centre(false);
  }

  centre(gently: boolean): void {
    const { cars, restaurants, focus } = this.#city;
    const frame = {
      size: this.#stage.map.getSize(),
      margins: MARGINS,
      maxZoom: NEAREST,
      minZoom: this.#stage.map.getMinZoom(),
      within: this.#isInside ? this.#background?.box : undefined,
    };
    const view = viewOf(focus && focus.length > 0 ? focus : [...restaurants, ...cars], frame);
    if (view) this.#stage.goTo(view, gently);
  }

  remove(): void {
    stopFrames(this.#step);
    this.#stopPalette();
    this.#names?.remove();
  }

  readonly #step = (now: number): boolean => {
    if (now - this.#paintedAt < EVERY_MS) return true;
    this.#paintedAt = now;
    let isMoving = false;
    for (const track of this.#tracks.values()) {
      track.drawn = track.glide.at(now);
      isMoving ||= track.drawn?.isMoving ?? false;
    }
    this.#layer.redraw();
    return isMoving;
  };

  #paint(sheet: Sheet): void {
    if (!this.#palette) return;
    const sprite = this.#spriteFor(sheet, this.#palette);
    for (const { car, drawn } of this.#byRank) {
      if (!drawn) continue;
      const { x, y } = placeOn(sheet, drawn);
      if (x < -REACH || y < -REACH || x > sheet.width + REACH || y > sheet.height + REACH) continue;
      const { isStale, isChosen = false } = car;
      sprite.draw(sheet.context, x, y, { headingDeg: drawn.headingDeg, isStale, isChosen });
      if (isChosen || car.carId === this.#hovered) this.#name(sheet.context, car.label, x, y, this.#palette);
    }
  }

  #spriteFor({ zoom, density }: Sheet, palette: Palette): CarSprite {
    const scale = carScale(zoom);
    if (!this.#sprite || scale !== this.#spriteScale) this.#sprite = new CarSprite(palette, scale, density);
    this.#spriteScale = scale;
    return this.#sprite;
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
    if (carId !== null) this.#onChoose(carId);
  }

  #hover(event: LeafletMouseEvent): void {
    const hovered = this.#carAt(event);
    if (hovered === this.#hovered) return;
    this.#hovered = hovered;
    const container = this.#stage.map.getContainer();
    (hovered === null ? DomUtil.removeClass : DomUtil.addClass)(container, "leaflet-interactive");
    this.#layer.redraw();
  }

  /** The car under a pointer; of several the nearest. */
  #carAt({ containerPoint }: LeafletMouseEvent): string | null {
    let nearest: { carId: string; distance: number } | null = null;
    for (const [carId, { drawn }] of this.#tracks) {
      if (!drawn) continue;
      const distance = this.#stage.map
        .latLngToContainerPoint([drawn.lat, drawn.lng])
        .distanceTo(containerPoint);
      if (distance <= REACH && distance < (nearest?.distance ?? Infinity)) nearest = { carId, distance };
    }
    return nearest?.carId ?? null;
  }

  #showRestaurants(restaurants: City["restaurants"]): void {
    const key = JSON.stringify(restaurants);
    if (key === this.#restaurants) return;
    this.#restaurants = key;
    const gone = new Set(this.#pins.keys());
    for (const restaurant of restaurants) {
      gone.delete(restaurant.id);
      const pin =
        this.#pins.get(restaurant.id) ?? new Pin(this.#pinOf(restaurant.id), "places").addTo(this.#stage.map);
      pin.moveTo(restaurant);
      this.#pins.set(restaurant.id, pin);
    }
    for (const id of gone) {
      this.#pins.get(id)?.remove();
      this.#pins.delete(id);
    }
    this.#showNames();
  }

  #showNames(): void {
    const signs = this.#city.restaurants.map(({ lat, lng }) => ({ lat, lng, reach: 30 }));
    this.#names?.show({ route: null, hasMainStreets: true, signs });
  }

  /** Inside the built-in map there is nothing to see beyond it; elsewhere the country is wide. */
  #limit(): void {
    const { cars, restaurants } = this.#city;
    const bounds = this.#background && latLngBounds(this.#background.bounds);
    this.#isInside =
      bounds !== null && [...cars, ...restaurants].every(({ lat, lng }) => bounds.contains([lat, lng]));
    this.#stage.limit(this.#isInside && bounds ? bounds.pad(0.5) : null);
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
