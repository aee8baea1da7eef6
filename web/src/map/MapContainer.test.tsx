import { act, render } from "@testing-library/react";
import { Map as LeafletMap, TileLayer } from "leaflet";
import {
  Activity,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
  useCallback,
  useLayoutEffect,
  useState,
} from "react";
import { TileLayer as Tiles, useMap } from "react-leaflet";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MapContainer, useStage } from "./MapContainer";
import { MapPane } from "./MapPane";

const HERE = { center: { lat: 60.17, lng: 24.94 }, zoom: 16 };
const made: LeafletMap[] = [];
/** Leaflet's maps that were made and not removed: those lose their panes. */
const alive = () => made.filter((map) => map.getPane("mapPane"));

beforeAll(() => {
  LeafletMap.addInitHook(function remember(this: LeafletMap) {
    made.push(this);
  });
});
beforeEach(() => {
  made.length = 0;
  // A page that is not laid out has no sizes.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const taken = () => {};

/** A map with a pane, a layer in it, and whoever stands on it. */
function AMap({ children }: { children?: ReactNode }) {
  return (
    <MapContainer className={undefined} label="Kartta" onTaken={taken}>
      <Look />
      <MapPane name="ground">
        <Tiles url="https://tiles.example/{z}/{x}/{y}.png" />
      </MapPane>
      {children}
    </MapContainer>
  );
}

let looked: LeafletMap | null;

/** Puts the map where it can be seen, since Leaflet adds layers only then. */
function Look() {
  const stage = useStage();
  const map = useMap();
  useLayoutEffect(() => {
    looked = map;
    stage.goTo(HERE, false);
  }, [stage, map]);
  return null;
}

/** Tells that it has come, before anybody sees it. */
function Herald({ onCome }: { onCome: () => void }) {
  useLayoutEffect(onCome, [onCome]);
  return null;
}

/** Exactly one map is on the page, its parts stand on it, and its layer lies in its pane once. */
function expectOneMap() {
  expect(alive()).toEqual([looked]);
  expect(document.querySelectorAll(".leaflet-map-pane")).toHaveLength(1);
  expect(document.querySelectorAll(".leaflet-ground-pane")).toHaveLength(1);
  expect(document.querySelectorAll(".leaflet-ground-pane > .leaflet-layer")).toHaveLength(1);
  let layers = 0;
  looked?.eachLayer((layer) => (layers += layer instanceof TileLayer ? 1 : 0));
  expect(layers).toBe(1);
}

/** What React does beside its first pass, done. */
const settle = () => act(async () => {});

const strict = ({ children }: { children: ReactNode }) => <StrictMode>{children}</StrictMode>;
const plain = ({ children }: { children: ReactNode }) => children;

describe.each([
  ["under StrictMode", strict],
  ["without", plain],
] as const)("a map in React: %s", (_, Mode) => {
  test("is one, and none when it has gone, however often it comes", async () => {
    for (let times = 0; times < 3; times += 1) {
      const { unmount } = render(<AMap />, { wrapper: Mode });
      expectOneMap();
      unmount();
      await settle();
      expect(alive()).toEqual([]);
    }
  });

  test("is the same one after something on it was awaited", async () => {
    let arrive = () => {};
    const awaited = new Promise<void>((resolve) => (arrive = resolve));
    function Late({ isLate }: { isLate: boolean }) {
      if (isLate) use(awaited);
      return null;
    }
    const map = (isLate: boolean) => (
      <Suspense fallback={<p>Hetki</p>}>
        <AMap>
          <Late isLate={isLate} />
        </AMap>
      </Suspense>
    );
    const { rerender, findByText } = render(map(false), { wrapper: Mode });
    const before = looked;
    await act(async () => rerender(map(true)));
    expect(await findByText("Hetki")).toBeVisible();
    await act(async () => arrive());
    expectOneMap();
    expect(looked).toBe(before);
  });

  test("goes while it is put away, and comes again", async () => {
    const shown = (mode: "visible" | "hidden") => (
      <Activity mode={mode}>
        <AMap />
      </Activity>
    );
    const { rerender, unmount } = render(shown("visible"), { wrapper: Mode });
    expectOneMap();
    rerender(shown("hidden"));
    await settle();
    expect(alive()).toEqual([]);
    rerender(shown("visible"));
    await settle();
    expectOneMap();
    unmount();
    await settle();
    expect(alive()).toEqual([]);
  });

  test("that goes as it comes leaves nothing", async () => {
    function Brief() {
      const [isHere, setHere] = useState(true);
      const leave = useCallback(() => setHere(false), []);
      return (
        isHere && (
          <>
            <AMap />
            <Herald onCome={leave} />
          </>
        )
      );
    }
    render(<Brief />, { wrapper: Mode });
    await settle();
    expect(alive()).toEqual([]);
  });
});
