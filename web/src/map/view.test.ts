// @vitest-environment node
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPlace, toWorld } from "./mercator";
import { isInView, viewOf, ZOOM_STEP } from "./view";

const place = fc.record({
  lat: fc.double({ min: 60.1642, max: 60.1791, noNaN: true }),
  lng: fc.double({ min: 24.9352, max: 24.9534, noNaN: true }),
});
const MARGINS = { top: 64, right: 72, bottom: 104, left: 48 };
const frame = { size: { x: 664, y: 428 }, margins: MARGINS, maxZoom: 17.25, minZoom: 12 };
const [from, to] = [toWorld({ lat: 60.1791, lng: 24.9352 }), toWorld({ lat: 60.1642, lng: 24.9534 })];
const within = [from.x, from.y, to.x, to.y] as const;
/** What is a hair's breadth outside counts as inside. */
const LOOSE = { size: frame.size, margins: { top: 63.9, right: 71.9, bottom: 103.9, left: 47.9 } };

describe("the first view", () => {
  test("shows all that matters, clear of what floats above the map", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 5 }), fc.boolean(), (places, isWithin) => {
        const view = viewOf(places, { ...frame, within: isWithin ? within : undefined });
        expect(view && places.every((one) => isInView(one, view, LOOSE))).toBe(true);
        expect((view?.zoom ?? 0) / ZOOM_STEP).toBe(Math.round((view?.zoom ?? 0) / ZOOM_STEP));
      }),
    );
  });

  test("is as near as it may be", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 5 }), (places) => {
        const view = viewOf(places, frame);
        if (!view || view.zoom === frame.maxZoom) return;
        const nearer = { center: view.center, zoom: view.zoom + ZOOM_STEP };
        expect(places.every((one) => isInView(one, nearer, { size: frame.size, margins: MARGINS }))).toBe(
          false,
        );
      }),
    );
  });

  test("stays on the map where what it must show allows that", () => {
    const corner = { lat: 60.178, lng: 24.951 };
    const free = viewOf([corner], frame);
    const held = viewOf([corner], { ...frame, within });
    const rightOf = (view: typeof free) =>
      toWorld(view?.center ?? corner).x + 332 / 2 ** (view?.zoom ?? 0) - within[2];
    expect(rightOf(free)).toBeGreaterThan(0);
    expect(rightOf(held)).toBeLessThan(1e-9);
  });

  test("is none of nothing, and one place alone is seen from near", () => {
    expect(viewOf([], frame)).toBeNull();
    expect(viewOf([{ lat: 60.17, lng: 24.94 }], frame)?.zoom).toBe(17.25);
  });
});

test("a place is itself again after the projection", () => {
  fc.assert(
    fc.property(place, (one) => {
      const back = toPlace(toWorld(one));
      expect(back.lat).toBeCloseTo(one.lat, 9);
      expect(back.lng).toBeCloseTo(one.lng, 9);
    }),
  );
});
