import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Profiler, type ReactNode, StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import CityMap, { CityOnMap } from "./CityMap";
import type { CityCar } from "./city/CityCarsLayer";
import DeliveryMap from "./DeliveryMap";
import type { Fix } from "./glide";
import { Observable } from "./observable";

const HOME = { lat: 60.1702, lng: 24.9523 };
const RESTAURANT = { lat: 60.1687, lng: 24.9432 };
const NAMES = { home: "Vuorikatu 14", restaurant: "Ovelle Kluuvi" };
/** When the cars report first. */
const EPOCH = Date.UTC(2026, 0, 1);
const CONTENT = resolve(import.meta.dirname, "../../../content");

/** The browser's frames, one at a time. */
let asked: FrameRequestCallback[];
let now: number;

beforeEach(() => {
  asked = [];
  now = 10_000;
  // Frames and reports by the same clock, however busy the machine is.
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => asked.push(callback));
  // A page that is not laid out has no sizes of its own, and nothing to draw on.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  // The network.
  vi.stubGlobal("fetch", async (url: string) => {
    const body = url.startsWith("/map/")
      ? readFileSync(CONTENT + url, "utf8")
      : JSON.stringify({ demo: false, tileAttribution: null, tileUrl: null });
    return new Response(body);
  });
});
afterEach(() => {
  cleanup();
  // All maps of the page share one loop, which knows of the frame that it has asked for.
  frames(1);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** So many frames, a sixtieth of a second apart. */
function frames(count: number) {
  for (let frame = 0; frame < count; frame += 1) {
    now += 1_000 / 60;
    for (const callback of asked.splice(0)) callback(now);
  }
}

let renders: number;

/** Renders a map and counts what React renders of it from its coming to rest on. */
async function atRest(map: ReactNode) {
  const onPage = render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Profiler id="map" onRender={() => (renders += 1)}>
          {map}
        </Profiler>
      </QueryClientProvider>
    </StrictMode>,
  );
  await waitFor(() => expect(onPage.container.querySelector(".leaflet-names-pane > canvas")).not.toBeNull());
  await act(async () => frames(2));
  renders = 0;
  return onPage;
}

/** A car on its way east, `seconds` after its first report. */
const fix = (seconds: number): Fix => ({
  lat: RESTAURANT.lat,
  lng: RESTAURANT.lng + seconds * 0.0002,
  at: EPOCH + seconds * 1_000,
  headingDeg: 90,
});

describe("the map of a delivery", () => {
  const theMap = (car: Observable<Fix | null>) => (
    <DeliveryMap
      home={HOME}
      restaurant={RESTAURANT}
      names={NAMES}
      car={car}
      isStale={false}
      route="solid"
      label="Kartta"
    />
  );
  const carOf = (container: HTMLElement) =>
    container.querySelector<HTMLElement>(".leaflet-cars-pane > *")?.style.transform;

  test("renders nothing for a position: neither when it is reported, nor as the car glides", async () => {
    const car = new Observable<Fix | null>(fix(0));
    const { container } = await atRest(theMap(car));
    const places = new Set<string | undefined>();
    for (let second = 1; second <= 10; second += 1) {
      await act(async () => car.set(fix(second)));
      for (let frame = 0; frame < 60; frame += 1) {
        await act(async () => frames(1));
        places.add(carOf(container));
      }
    }
    expect(places.size).toBeGreaterThan(100);
    expect(renders).toBe(0);
    await act(async () => car.set(null));
    await act(async () => frames(1));
    expect(container.querySelector<HTMLElement>(".leaflet-cars-pane > *")?.hidden).toBe(true);
    expect(renders).toBe(0);
  });

  test("leaves no frames behind", async () => {
    const car = new Observable<Fix | null>(fix(0));
    const { unmount } = await atRest(theMap(car));
    await act(async () => car.set(fix(1)));
    frames(1);
    expect(asked).toHaveLength(1);
    unmount();
    await act(async () => frames(1));
    expect(asked).toEqual([]);
    car.set(fix(2));
    expect(asked).toEqual([]);
  });
});

describe("the map of the city", () => {
  const cars = (seconds: number): CityCar[] =>
    ["auto-1", "auto-2"].map((carId) => ({ ...fix(seconds), carId, label: carId, isStale: false }));
  const restaurants = [{ ...RESTAURANT, id: "kluuvi", name: "Kluuvi" }];
  const theMap = (driving: Observable<readonly CityCar[]>) => (
    <CityOnMap
      label="Kartta"
      restaurants={restaurants}
      cars={driving}
      focus={new Observable(undefined)}
      onChoose={new Observable(undefined)}
    />
  );

  test("renders nothing for positions", async () => {
    const driving = new Observable<readonly CityCar[]>(cars(0));
    await atRest(theMap(driving));
    for (let second = 1; second <= 5; second += 1) {
      await act(async () => driving.set(cars(second)));
      await act(async () => frames(60));
    }
    expect(asked).toHaveLength(1);
    expect(renders).toBe(0);
  });

  test("draws its restaurants once, however often it is handed cars", async () => {
    let reads = 0;
    const named = restaurants.map((restaurant) => ({
      ...restaurant,
      get name() {
        reads += 1;
        return restaurant.name;
      },
    }));
    const map = (seconds: number) => (
      <QueryClientProvider client={client}>
        <CityMap label="Kartta" restaurants={named} cars={cars(seconds)} onChoose={() => {}} />
      </QueryClientProvider>
    );
    const client = new QueryClient();
    const { container, rerender } = render(map(0));
    await waitFor(() => expect(container.querySelector(".leaflet-places-pane")).toHaveTextContent("Kluuvi"));
    await waitFor(() => expect(container.querySelector(".leaflet-names-pane > canvas")).not.toBeNull());
    const atFirst = reads;
    for (let second = 1; second <= 5; second += 1) rerender(map(second));
    expect(atFirst).toBeGreaterThan(0);
    expect(reads).toBe(atFirst);
  });

  test("leaves no frames behind", async () => {
    const driving = new Observable<readonly CityCar[]>(cars(0));
    const { unmount } = await atRest(theMap(driving));
    await act(async () => driving.set(cars(1)));
    frames(1);
    expect(asked).toHaveLength(1);
    unmount();
    await act(async () => frames(1));
    expect(asked).toEqual([]);
  });
});
