// @vitest-environment jsdom
import { type LatLng, type Point, point } from "leaflet";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { toWorld } from "./mercator";
import { Stage } from "./Stage";
import type { View } from "./view";

const HERE: View = { center: { lat: 60.17, lng: 24.94 }, zoom: 16 };
const THERE: View = { center: { lat: 60.172, lng: 24.945 }, zoom: 17 };

let container: HTMLElement;
let taken: boolean[];
let stage: Stage;

beforeEach(() => {
  container = document.createElement("div");
  // A page that is not laid out has no sizes.
  Object.defineProperties(container, {
    clientWidth: { value: 600, configurable: true },
    clientHeight: { value: 400 },
  });
  document.body.append(container);
  taken = [];
  stage = new Stage(
    container,
    () => true,
    (isTaken) => taken.push(isTaken),
  );
});

/** A person's finger or pointer does something to the map. */
function pointer(type: "pointerdown" | "pointerup") {
  container.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType: "mouse" }));
}

/** A person drags the map by so many pixels, both ways. */
function dragBy(pixels: number) {
  const mouse = (type: string, x: number, y: number) =>
    new MouseEvent(type, { bubbles: true, button: 0, which: 1, clientX: x, clientY: y });
  container.dispatchEvent(mouse("mousedown", 300, 200));
  container.dispatchEvent(mouse("mousemove", 300 + Math.sign(pixels) * 10, 200 + Math.sign(pixels) * 10));
  container.dispatchEvent(mouse("mousemove", 300 + pixels, 200 + pixels));
  container.dispatchEvent(mouse("mouseup", 300 + pixels, 200 + pixels));
}

/** Where the map stands; the projection knows places to a hair's breadth. */
function standsAt(): View | null {
  const round = (degrees: number) => Number(degrees.toFixed(4));
  const { view } = stage;
  return view && { center: { lat: round(view.center.lat), lng: round(view.center.lng) }, zoom: view.zoom };
}

describe("the map", () => {
  test("is nowhere at first, and then where it is told to be", () => {
    expect(stage.view).toBeNull();
    stage.goTo(HERE, false);
    expect(standsAt()).toEqual(HERE);
    stage.goTo(THERE, true);
    expect(standsAt()).toEqual(THERE);
    expect(taken).toEqual([]);
  });

  test("heeds nobody once it is removed, though its container goes on", () => {
    stage.goTo(HERE, false);
    const { dragging } = stage.map;
    const enable = vi.spyOn(dragging, "enable");
    pointer("pointerdown");
    expect(enable).toHaveBeenCalledTimes(1);
    stage.remove();
    pointer("pointerdown");
    expect(enable).toHaveBeenCalledTimes(1);
  });

  test("is a person's once they have dragged it, until they give it back", () => {
    stage.goTo(HERE, false);
    stage.map.fire("dragstart");
    stage.goTo(THERE, false);
    expect(standsAt()).toEqual(HERE);
    stage.giveBack();
    stage.goTo(THERE, false);
    expect(standsAt()).toEqual(THERE);
    expect(taken).toEqual([true, false]);
  });

  test("is a person's once they have zoomed it, or moved it with the keyboard", () => {
    stage.goTo(HERE, false);
    stage.zoomBy(1);
    expect([stage.view?.zoom, stage.isTaken]).toEqual([17, true]);
    stage.giveBack();
    stage.map.panBy([50, 0], { animate: false });
    expect(stage.isTaken).toBe(true);
  });

  test("stays under a finger, whatever it is told", () => {
    stage.goTo(HERE, false);
    pointer("pointerdown");
    stage.goTo(THERE, true);
    expect(standsAt()).toEqual(HERE);
    pointer("pointerup");
    stage.goTo(THERE, true);
    expect(standsAt()).toEqual(THERE);
  });

  test("is nobody's when only its page changes its size", () => {
    stage.goTo(HERE, false);
    Object.defineProperty(container, "clientWidth", { value: 300, configurable: true });
    stage.resize();
    expect(taken).toEqual([]);
  });
});

describe("a map that is held on its ground", () => {
  const [from, to] = [toWorld({ lat: 60.1791, lng: 24.9352 }), toWorld({ lat: 60.1642, lng: 24.9534 })];
  const ground = [from.x, from.y, to.x, to.y] as const;
  /** Whether nothing beyond the ground is in view. */
  const isHeld = () => {
    const { min, max } = stage.map.getPixelBounds();
    const scale = 2 ** stage.map.getZoom();
    return (
      (min?.x ?? 0) >= ground[0] * scale &&
      (min?.y ?? 0) >= ground[1] * scale &&
      (max?.x ?? Infinity) <= ground[2] * scale &&
      (max?.y ?? Infinity) <= ground[3] * scale
    );
  };

  test("goes no further off, nor to a side, than its ground", () => {
    stage.limit({ ground });
    stage.goTo({ center: { lat: 60.1785, lng: 24.953 }, zoom: 17 }, false);
    expect(isHeld()).toBe(true);
    for (let step = 0; step < 6; step += 1) stage.zoomBy(-1);
    expect(isHeld()).toBe(true);
    stage.map.panBy([5_000, -5_000], { animate: false });
    expect(isHeld()).toBe(true);
  });

  test("is brought back when it learns of its ground, and when its page grows", () => {
    stage.goTo({ center: { lat: 60.1785, lng: 24.953 }, zoom: 14 }, false);
    expect(isHeld()).toBe(false);
    stage.limit({ ground });
    expect(isHeld()).toBe(true);
    stage.zoomBy(-9);
    Object.defineProperty(container, "clientWidth", { value: 2_000, configurable: true });
    stage.resize();
    expect(isHeld()).toBe(true);
  });

  test("shows nothing beyond any of its ends, wherever between two pixels they are", () => {
    stage.limit({ ground });
    stage.goTo({ center: { lat: 60.17, lng: 24.944 }, zoom: 17 }, false);
    const limited = Reflect.get(stage.map, "_limitOffset") as (by: Point, bounds: unknown) => Point;
    const { options } = stage.map;
    for (let width = 600; width < 640; width += 1) {
      Object.defineProperty(container, "clientWidth", { value: width, configurable: true });
      stage.resize();
      for (const [x, y] of [
        [-1, -1],
        [1, 1],
      ] as const) {
        stage.map.panBy([5_000 * x, 5_000 * y], { animate: false });
        // What a key's steps ask for.
        for (let step = 0; step < 4; step += 1) {
          stage.map.panBy(limited.call(stage.map, point(80 * x, 80 * y), options.maxBounds), {
            animate: false,
          });
        }
        expect(isHeld()).toBe(true);
      }
    }
  });

  test("shows nothing beyond it in a hand, and stays there when it is limited anew", () => {
    stage.limit({ ground });
    for (const by of [5_000, -5_000]) {
      stage.goTo({ center: { lat: 60.17, lng: 24.944 }, zoom: 17 }, false);
      const before = stage.view;
      dragBy(by);
      expect(stage.view).not.toEqual(before);
      expect(isHeld()).toBe(true);
      const { view } = stage;
      stage.limit({ ground });
      expect(stage.view).toEqual(view);
      stage.giveBack();
    }
  });

  test("shows nothing beyond it on its way either", () => {
    stage.limit({ ground });
    stage.goTo({ center: { lat: 60.17, lng: 24.944 }, zoom: 17 }, false);
    // What a flight or two fingers ask for.
    const move = Reflect.get(stage.map, "_move") as (center: LatLng, zoom: number) => void;
    move.call(stage.map, stage.map.getCenter(), 12);
    expect(isHeld()).toBe(true);
  });
});
