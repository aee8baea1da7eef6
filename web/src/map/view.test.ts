// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BackgroundFile, readBackground } from "./ground/features";
import { toPlace, toWorld } from "./mercator";
import { fittingView, holds, isInView, isWithin, leastZoomIn, viewOf, ZOOM_STEP } from "./view";

const file = resolve(import.meta.dirname, "../../../content/map/background.json");
const { bounds, box } = readBackground(JSON.parse(readFileSync(file, "utf8")) as BackgroundFile);
const [[south, west], [north, east]] = bounds;

const place = fc.record({
  lat: fc.double({ min: south, max: north, noNaN: true }),
  lng: fc.double({ min: west, max: east, noNaN: true }),
});
const places = fc.array(place, { minLength: 1, maxLength: 5 });
const size = fc.record({ x: fc.integer({ min: 240, max: 2560 }), y: fc.integer({ min: 160, max: 1440 }) });
const MARGINS = { top: 64, right: 72, bottom: 116, left: 48 };
const TIGHT = { top: 58, right: 30, bottom: 70, left: 30 };
const frame = { size: { x: 664, y: 428 }, margins: MARGINS, maxZoom: 17.25, minZoom: 12 };
/** What is a hair's breadth outside counts as inside. */
const loose = ({ top, right, bottom, left }: typeof MARGINS) => ({
  top: top - 0.1,
  right: right - 0.1,
  bottom: bottom - 0.1,
  left: left - 0.1,
});

describe("the first view", () => {
  test("shows all that matters, clear of what floats above the map", () => {
    fc.assert(
      fc.property(places, (all) => {
        const view = viewOf(all, { ...frame, tight: TIGHT });
        const margins = loose(MARGINS);
        expect(view && all.every((one) => isInView(one, view, { ...frame, margins }))).toBe(true);
        expect((view?.zoom ?? 0) / ZOOM_STEP).toBe(Math.round((view?.zoom ?? 0) / ZOOM_STEP));
      }),
    );
  });

  test("is as near as it may be", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 5 }), (all) => {
        const view = fittingView(all, frame);
        if (!view || view.zoom === frame.maxZoom) return;
        const nearer = { center: view.center, zoom: view.zoom + ZOOM_STEP };
        expect(all.every((one) => isInView(one, nearer, frame))).toBe(false);
      }),
    );
  });

  test("never shows where the ground ends, in whichever frame, and whatever must be seen of it", () => {
    fc.assert(
      fc.property(places, size, (all, of) => {
        const view = viewOf(all, { ...frame, size: of, tight: TIGHT, maxZoom: 18.5, within: box });
        expect(view && isWithin(view, of, box)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("shows all that matters wherever the ground is large enough for that", () => {
    fc.assert(
      fc.property(places, size, fc.double({ min: 0, max: 3, noNaN: true }), (all, of, nearer) => {
        const held = { ...frame, size: of, maxZoom: 18.5, within: box };
        const zoom = leastZoomIn(box, of) + nearer;
        const [one] = all;
        const seen = { center: one ?? { lat: 0, lng: 0 }, zoom };
        const margins = { top: 0, right: 0, bottom: 0, left: 0 };
        // Somebody finds a view by trying; then there is one.
        if (!isWithin(seen, of, box) || !all.every((each) => isInView(each, seen, { size: of, margins })))
          return;
        const view = fittingView(all, { ...held, margins });
        const off = { top: -0.1, right: -0.1, bottom: -0.1, left: -0.1 };
        expect(view && all.every((each) => isInView(each, view, { size: of, margins: off }))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("shows the first of what matters where not all of it fits on this piece of ground", () => {
    const [car, home] = [
      { lat: south + 0.002, lng: west + 0.006 },
      { lat: north - 0.002, lng: west + 0.012 },
    ];
    const held = { ...frame, within: box };
    expect(fittingView([car, home], held)).toBeNull();
    const view = viewOf([car, home], { ...held, tight: TIGHT });
    expect(view && isInView(car, view, { ...frame, margins: loose(TIGHT) })).toBe(true);
    expect(view?.zoom).toBeCloseTo(leastZoomIn(box, frame.size), 9);
  });

  test("is none of nothing, and one place alone is seen from near", () => {
    expect(fittingView([], frame)).toBeNull();
    expect(viewOf([], { ...frame, tight: TIGHT, within: box })).toBeNull();
    expect(fittingView([{ lat: 60.17, lng: 24.94 }], frame)?.zoom).toBe(17.25);
  });
});

describe("the furthest view", () => {
  test("is filled by the ground, and one step further is not", () => {
    fc.assert(
      fc.property(size, (of) => {
        const zoom = leastZoomIn(box, of);
        const center = toPlace({ x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 });
        expect(isWithin({ center, zoom }, of, box)).toBe(true);
        expect(isWithin({ center, zoom: zoom - ZOOM_STEP }, of, box)).toBe(false);
      }),
    );
  });

  test("has its places on the ground", () => {
    expect([holds(box, { lat: 60.17, lng: 24.94 }), holds(box, { lat: 61.49, lng: 23.77 })]).toEqual([
      true,
      false,
    ]);
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
