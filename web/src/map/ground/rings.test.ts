// @vitest-environment node
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { metresBetween } from "../geo";
import { toWorld } from "../mercator";
import { ringsAround } from "./rings";

const TAMPERE = { lat: 61.4945, lng: 23.77 };

test("rings are as far as they say, and far enough apart to be read", () => {
  fc.assert(
    fc.property(fc.double({ min: 5, max: 18.5, noNaN: true }), (zoom) => {
      const rings = ringsAround(TAMPERE, zoom, 700);
      for (const [index, { radius }] of rings.entries()) {
        expect(radius - (rings[index - 1]?.radius ?? 0)).toBeGreaterThanOrEqual(100);
        expect(radius).toBeLessThanOrEqual(700);
      }
    }),
  );
  const [ring] = ringsAround(TAMPERE, 16, 700);
  const east = { lat: TAMPERE.lat, lng: TAMPERE.lng + 0.001 };
  const pixelsPerMetre = ((toWorld(east).x - toWorld(TAMPERE).x) * 2 ** 16) / metresBetween(TAMPERE, east);
  expect(ring?.text).toBe("200\u00a0m");
  expect((ring?.radius ?? 0) / pixelsPerMetre).toBeGreaterThan(199);
  expect((ring?.radius ?? 0) / pixelsPerMetre).toBeLessThan(201);
});

test("they are told in metres, and in kilometres with a comma", () => {
  const texts = (zoom: number) => ringsAround(TAMPERE, zoom, 500).map(({ text }) => text);
  expect(texts(16)).toEqual(["200\u00a0m", "400\u00a0m"]);
  expect(texts(14.5)[1]).toBe("1\u00a0km");
  expect(texts(14.5)[2]).toBe("1,5\u00a0km");
});
