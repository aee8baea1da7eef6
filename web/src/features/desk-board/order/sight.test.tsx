import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { CarPosition, OrderTracking } from "../../../api/wire";
import { NOTHING_YET, type WatchState } from "../../../live/live";
import { anOrder, anOrderAt, at, EPOCH } from "../../../live/testing/orders";
import { serve } from "../../../api/testing/server";
import { Lookers } from "./Lookers";
import { OrderSight } from "./OrderSight";

const CAR: CarPosition = {
  lat: 60.1969,
  lng: 24.956,
  headingDeg: 90,
  speedKmh: 30,
  at: at(10),
  stopsBefore: 2,
};
const ON_THE_WAY = anOrderAt([0, 4, 5, 6, 8], { stopsBefore: 2 });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(what: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{what}</QueryClientProvider>);
}

describe("what the customer sees", () => {
  /** Shows it six seconds after its car was seen, to somebody whose clock is so much behind the server's. */
  function look(order: OrderTracking, car: CarPosition | null, change: Partial<WatchState> = {}) {
    vi.useFakeTimers({ now: EPOCH + 606_000 - (change.clockOffset ?? 0) });
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const watched: WatchState = { ...NOTHING_YET, mode: "live", order: { ...order, car }, ...change };
    return show(<OrderSight order={order} watched={watched} isWatched mode="live" />);
  }

  test("has the map under the hero, in the words of the trade", () => {
    look(ON_THE_WAY, CAR);
    expect(screen.getByText("Matkalla, 2 toimitusta ennen")).toBeVisible();
    expect(screen.getByText("6 s sitten")).toBeVisible();
    expect(screen.getByText("Auto on 1000 metrin päässä asiakkaasta.")).toBeInTheDocument();
  });

  test.each([180_000, -180_000])(
    "is as old as it is, though the clock here is %i ms behind",
    (clockOffset) => {
      look(ON_THE_WAY, CAR, { clockOffset });
      expect(screen.getByText("6 s sitten")).toBeVisible();
    },
  );

  test("says of a car at another's door that it is there", () => {
    look(ON_THE_WAY, { ...CAR, atAnotherStop: true });
    expect(screen.getByText("Toisen asiakkaan luona")).toBeVisible();
    expect(screen.getByText("Auto on toisen asiakkaan luona.")).toBeInTheDocument();
  });

  test("has no map before the car is loaded, nor before anything is known live", () => {
    const { unmount } = look(anOrder(), null);
    expect(screen.queryByText(/Auto|Kartalla/)).toBeNull();
    unmount();
    look(ON_THE_WAY, null, { order: null });
    expect(screen.queryByText(/Auto|Kartalla/)).toBeNull();
    expect(screen.getByText("Matkalla, 2 toimitusta ennen")).toBeVisible();
  });
});

describe("who else has it open", () => {
  const me = { email: "riikka@ovelle.example", restaurantIds: [], mustChangePassword: false };

  test("is told by address, without oneself", async () => {
    serve({ "GET /api/users/staff/me": { status: 200, body: me } });
    show(<Lookers addresses={["noora@ovelle.example", "riikka@ovelle.example", "samir@ovelle.example"]} />);
    expect(await screen.findByText("Avoinna myös: noora@ovelle.example, samir@ovelle.example")).toBeVisible();
  });

  test("is nothing to tell where it is oneself alone", async () => {
    serve({ "GET /api/users/staff/me": { status: 200, body: me } });
    show(<Lookers addresses={["riikka@ovelle.example"]} />);
    await vi.waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
  });
});
