import { act, render, screen } from "@testing-library/react";
import { memo } from "react";
import { describe, expect, test } from "vitest";
import type { CarPosition } from "../../api/wire";
import { anOrderAt, at, EPOCH } from "../../live/testing/orders";
import type { DeliveryMapProps } from "../../map/DeliveryMap";
import { heroOf } from "../hero/heroOf";
import { mapOf } from "./mapOf";
import { OrderMap } from "./OrderMap";
import type { fetchMap } from "./useDeliveryMap";

const CAR: CarPosition = {
  lat: 60.19,
  lng: 24.956,
  headingDeg: 90,
  speedKmh: 30,
  at: at(10),
  stopsBefore: 0,
};
const ORDER = { ...anOrderAt([0, 4, 5, 6, 8], { stopsBefore: 1 }), car: CAR };

/** The map so many seconds after the car was seen; its code comes from `fetch`. */
function theMap(seconds: number, { car = CAR as CarPosition | null, small = false, fetch = never } = {}) {
  const now = EPOCH + 600_000 + seconds * 1_000;
  const view = mapOf({ ...ORDER, car }, heroOf(ORDER, now), now);
  if (!view) throw new Error("there is a map");
  return <OrderMap view={view} words="Sanoin." small={small} instead={<p>Piirros</p>} fetch={fetch} />;
}

const never: typeof fetchMap = () => new Promise(() => undefined);

describe("what is said of the car", () => {
  test.each([
    [6, "Auton sijainti 6 s sitten"],
    [48, "Auton sijainti 48 s sitten"],
    [95, "Auton sijainti 1 min 35 s sitten"],
    [120, "Auton sijaintia ei juuri nyt näy. Pizza on silti matkalla."],
  ])("%i s after it was seen", (seconds, words) => {
    render(theMap(seconds));
    expect(screen.getByText(words)).toBeVisible();
  });

  test("is not read out at each second", () => {
    const { container, rerender } = render(theMap(6));
    rerender(theMap(7));
    expect(screen.getByText("Auton sijainti 7 s sitten")).toBeVisible();
    expect(container.querySelector("[aria-live], [role=status]")).toBeNull();
  });

  test("at another customer's door is where it is, in place of an age", () => {
    render(theMap(20, { car: { ...CAR, atAnotherStop: true } }));
    expect(screen.getByText("Auto on toisen asiakkaan luona")).toBeVisible();
    expect(screen.queryByText(/sitten/)).toBeNull();
  });

  test("in a narrow place is said in fewer words", () => {
    const { rerender } = render(theMap(6, { small: true }));
    expect(screen.getByText("6 s sitten")).toBeVisible();
    rerender(theMap(6, { small: true, car: null }));
    expect(screen.getByText("Auton sijaintia ei näy")).toBeVisible();
  });
});

describe("the map's code", () => {
  test("is awaited on calm ground, and in words", () => {
    render(theMap(6));
    expect(screen.getByText("Sanoin.")).toBeInTheDocument();
    expect(screen.queryByText("Piirros")).toBeNull();
  });

  test("that cannot be had leaves the drawing, and is asked for again when the network is back", async () => {
    let asked = 0;
    const fetch: typeof fetchMap = () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("no network")) : never();
    };
    render(theMap(6, { fetch }));
    expect(await screen.findByText("Piirros")).toBeVisible();
    expect(screen.queryByText(/sitten/)).toBeNull();
    act(() => void window.dispatchEvent(new Event("online")));
    expect(asked).toBe(2);
  });

  test("that breaks leaves the drawing", async () => {
    const Broken = () => {
      throw new Error("no canvas");
    };
    const fetch: typeof fetchMap = async () => () => <Broken />;
    render(theMap(6, { fetch }), { onCaughtError: () => undefined });
    expect(await screen.findByText("Piirros")).toBeVisible();
  });
});

test("a position reaches the map without rendering it", async () => {
  const rendered: DeliveryMapProps[] = [];
  const Map = memo((props: DeliveryMapProps) => {
    rendered.push(props);
    return <p>Kartta</p>;
  });
  const fetch: typeof fetchMap = async () => (props) => <Map {...props} />;
  const { rerender } = render(theMap(6, { fetch }));
  await screen.findByText("Kartta");
  const [first] = rendered;
  expect(first?.car.value).toMatchObject({ lng: CAR.lng, at: Date.parse(CAR.at) });
  const further = { ...CAR, lng: 24.957, at: at(11) };
  rerender(theMap(7, { fetch, car: further }));
  expect(first?.car.value).toMatchObject({ lng: further.lng, at: Date.parse(further.at) });
  expect(rendered).toHaveLength(1);
});
