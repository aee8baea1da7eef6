import { createLeafletContext, LeafletContext } from "@react-leaflet/core";
import { act, cleanup, render } from "@testing-library/react";
import { type Layer, Map as LeafletMap, TileLayer } from "leaflet";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Background, BackgroundFile } from "./features";
import { readBackground } from "./features";
import { Ground, useGround } from "./Ground";
import { roadWidth } from "./paint";

const FILE: BackgroundFile = {
  bounds: [
    [60.1642, 24.9352],
    [60.1791, 24.9534],
  ],
  features: [
    {
      properties: { kind: "road", class: "main", name: "Mannerheimintie" },
      geometry: {
        type: "LineString",
        coordinates: [
          [24.94, 60.17],
          [24.95, 60.17],
        ],
      },
    },
    {
      properties: { kind: "green" },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [24.94, 60.17],
            [24.95, 60.17],
            [24.95, 60.175],
            [24.94, 60.17],
          ],
        ],
      },
    },
  ],
};
const TILES = { url: "https://tiles.example/{z}/{x}/{y}.png", attribution: "Laattoja" };

let map: LeafletMap;
let shown: (Background | null)[];

beforeEach(() => {
  shown = [];
  map = new LeafletMap(document.createElement("div")).setView([60.17, 24.94], 16);
  map.createPane("ground");
  // The network.
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(FILE))));
});
afterEach(() => {
  cleanup();
  map.remove();
  vi.unstubAllGlobals();
});

function Laid({ tiles }: { tiles: typeof TILES | null }) {
  const ground = useGround(tiles);
  useEffect(() => {
    if (ground.builtIn !== "awaited") shown.push(ground.builtIn);
  }, [ground.builtIn]);
  return <Ground {...ground} />;
}

function lay(tiles: typeof TILES | null): TileLayer[] {
  render(
    <LeafletContext value={createLeafletContext(map)}>
      <Laid tiles={tiles} />
    </LeafletContext>,
  );
  return tileLayers();
}

function tileLayers(): TileLayer[] {
  const layers: TileLayer[] = [];
  map.eachLayer((layer: Layer) => layer instanceof TileLayer && layers.push(layer));
  return layers;
}

describe("what lies under the map", () => {
  test("is the built-in map where no tile server is named", async () => {
    expect(lay(null)).toEqual([]);
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]?.features.map(({ kind }) => kind)).toEqual(["main", "green"]);
  });

  test("is the tile server's, and the built-in map once three tiles have failed without one that came", async () => {
    const [tiles] = lay(TILES);
    tiles?.fire("tileerror").fire("tileerror");
    expect([tileLayers().length, shown.length]).toEqual([1, 0]);
    act(() => void tiles?.fire("tileerror"));
    expect(tileLayers()).toEqual([]);
    await vi.waitFor(() => expect(shown).toHaveLength(1));
  });

  test("stays the tile server's where some tiles fail, and others come", () => {
    const [tiles] = lay(TILES);
    tiles?.fire("tileerror").fire("tileload");
    for (let failure = 0; failure < 5; failure += 1) tiles?.fire("tileerror");
    expect([tileLayers().length, shown.length]).toEqual([1, 0]);
  });
});

test("shapes are projected with their ends, roads by their class", () => {
  const { features, box } = readBackground(FILE);
  const [road, green] = features;
  expect(road).toMatchObject({ kind: "main", name: "Mannerheimintie" });
  expect(green).toMatchObject({ kind: "green", name: null });
  expect(road?.box[1]).toBe(road?.box[3]);
  for (const feature of features) {
    const [left, top, right, bottom] = feature.box;
    expect([left >= box[0], top >= box[1], right <= box[2], bottom <= box[3]]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  }
});

test("wider roads are wider at every zoom, and roads grow with it", () => {
  for (let zoom = 14; zoom < 18.5; zoom += 0.25) {
    const widths = (["main", "street", "service", "path"] as const).map((road) => roadWidth(road, zoom));
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
    expect(roadWidth("main", zoom + 0.25)).toBeGreaterThan(roadWidth("main", zoom));
  }
});
