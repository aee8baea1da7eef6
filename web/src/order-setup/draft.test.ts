import { describe, expect, test } from "vitest";
import { NEW_ORDER } from "../shop/cart/order";
import {
  chosenShop,
  type DraftChange,
  type Draft,
  draftAfter,
  firstDraft,
  isTooFar,
  lackOf,
  type ListedShop,
  methodOf,
  type Start,
} from "./draft";
import { presetOf, presetState } from "./preset";

const HOME = {
  streetAddress: "Vaasankatu 12",
  city: "Helsinki",
  zipCode: "00500",
  latitude: 60.187,
  longitude: 24.957,
  apartmentNumber: "C 24",
  extraInfo: "Ovikoodi 1234",
};

function opened(change: Partial<Start> = {}): Draft {
  const order = NEW_ORDER;
  const start = { order, query: new URLSearchParams(), preset: null, searchText: "", isCallCentre: false };
  return firstDraft({ ...start, ...change });
}

const atHome = (): Start["order"] => ({
  ...NEW_ORDER,
  contact: { ...NEW_ORDER.contact, address: HOME },
  additionalInfo: HOME.extraInfo,
});

function after(draft: Draft, ...changes: DraftChange[]): Draft {
  return changes.reduce(draftAfter, draft);
}

function aShop(restaurantId: string, change: Partial<ListedShop> = {}): ListedShop {
  return {
    restaurantId,
    name: `Ovelle ${restaurantId}`,
    streetAddress: "Sturenkatu 9",
    at: null,
    isOpen: true,
    isShut: false,
    statusText: "n. 30 min",
    distanceKm: 0.9,
    fee: 4.9,
    estimateMinutes: 30,
    zoneId: `${restaurantId}-1`,
    deliveryZoneVersion: "V1",
    ...change,
  };
}

// spec: OS-28
test("the set-up holds how, where, when, what was searched and written, which saved one, and where one is", () => {
  const saved = { ...HOME, addressId: "7", primaryAddress: true, latitude: "60.187", longitude: "24.957" };
  const here = { lat: 60.18, lng: 24.95 };
  const draft = after(
    opened({ searchText: "Kallio" }),
    { type: "chooseType", orderType: "delivery" },
    { type: "chooseSaved", saved },
    { type: "locate", location: here },
    { type: "chooseTime", time: "2026-11-28 18:00" },
    { type: "chooseShop", restaurantId: "12" },
  );
  expect(draft).toEqual({
    orderType: "delivery",
    restaurantId: "12",
    pinnedId: null,
    isPreorder: true,
    preorderTime: "2026-11-28 18:00",
    searchText: "Kallio",
    addressText: "Vaasankatu 12, 00500 Helsinki",
    addressId: "7",
    location: here,
    address: HOME,
  });
  // What is saved begins the next set-up.
  const method = methodOf(draft, draft.preorderTime, aShop("12"));
  const { address, ...next } = opened({ order: { ...atHome(), method } });
  expect(address).toEqual(HOME);
  expect(next).toMatchObject({ orderType: "delivery", restaurantId: "12", preorderTime: "2026-11-28 18:00" });
});

describe("what the set-up opens with", () => {
  // spec: OS-04
  test.each([
    ["kuljetus", "delivery"],
    ["nouto", "pickup"],
    ["paikan-paalla", "eatin"],
  ] as const)("?%s chooses the type", (flag, type) => {
    expect(opened({ query: new URLSearchParams(flag) }).orderType).toBe(type);
  });

  // spec: OS-05
  test("a restaurant that it is opened for is wished for, and searched for by its name", () => {
    const draft = opened({
      preset: { restaurantId: "12", displayName: "Ovelle Kallio" },
      searchText: "Töölö",
    });
    expect(draft).toMatchObject({ restaurantId: "12", pinnedId: "12", searchText: "Ovelle Kallio" });
  });

  test("a link carries its restaurant along; what is none opens for nobody", () => {
    const shop = { restaurantId: "12", displayName: "Ovelle Kallio" };
    const state = presetState(shop);
    expect(state.openedModal).toBe("aloita-tilaus");
    expect(presetOf(state)).toEqual(shop);
    for (const none of [null, "12", {}, { setupPreset: null }, { setupPreset: { restaurantId: "12" } }]) {
      expect(presetOf(none)).toBeNull();
    }
  });

  test("who is not signed in begins with the address of the order", () => {
    expect(opened({ order: atHome() })).toMatchObject({
      address: HOME,
      addressText: "Vaasankatu 12, 00500 Helsinki",
    });
  });

  test("what the driver should know is what was written last, here or in the cart", () => {
    const changed = { ...atHome(), additionalInfo: "Ovikoodi 5678" };
    expect(opened({ order: changed }).address?.extraInfo).toBe("Ovikoodi 5678");
  });

  test("the call centre begins with an empty field", () => {
    expect(opened({ order: atHome(), isCallCentre: true })).toMatchObject({ address: null, addressText: "" });
  });
});

describe("the address", () => {
  test("is gone as soon as the field says something else", () => {
    const draft = after(opened({ order: atHome() }), { type: "writeAddress", text: "Vaasankatu 1" });
    expect(draft).toMatchObject({ address: null, addressText: "Vaasankatu 1" });
  });

  test("has an apartment of at most 20 characters", () => {
    const text = "rappu C, asunto 24 ja vielä jotain";
    const draft = after(opened({ order: atHome() }), { type: "writeApartment", text });
    expect(draft.address?.apartmentNumber).toBe("rappu C, asunto 24 j");
  });

  test("keeps its door while it is the same, and loses it with another", () => {
    const { apartmentNumber: _apartment, extraInfo: _extra, ...place } = HOME;
    const draft = opened({ order: atHome() });
    const same = after(draft, { type: "chooseAddress", address: place });
    expect(same.address?.apartmentNumber).toBe("C 24");
    const other = { ...place, streetAddress: "Opastinsilta 8" };
    expect(after(draft, { type: "chooseAddress", address: other }).address).toMatchObject({
      streetAddress: "Opastinsilta 8",
      apartmentNumber: "",
      extraInfo: "",
    });
  });
});

describe("the restaurant", () => {
  const delivery = () => opened({ order: atHome() });
  const pickup = () => after(delivery(), { type: "chooseType", orderType: "pickup" });

  // spec: OS-19
  test("can be chosen only where it is open", () => {
    const draft = after(pickup(), { type: "chooseShop", restaurantId: "14" });
    expect(chosenShop(draft, [aShop("12"), aShop("14")])?.restaurantId).toBe("14");
    expect(chosenShop(draft, [aShop("12"), aShop("14", { isOpen: false })])).toBeNull();
    expect(chosenShop(draft, [aShop("12"), aShop("14", { isOpen: null })])).toBeNull();
  });

  test("of a delivery is the first open one until another is chosen", () => {
    const list = [aShop("10", { isOpen: false }), aShop("12"), aShop("14")];
    expect(chosenShop(delivery(), list)?.restaurantId).toBe("12");
    expect(chosenShop(pickup(), list)).toBeNull();
  });

  // spec: OS-63
  test("that was wished for and does not come so far is said to be too far, where others come", () => {
    const draft = after(delivery(), { type: "chooseShop", restaurantId: "99" });
    expect(isTooFar(draft, [aShop("12")])).toBe(true);
    expect(isTooFar(draft, [aShop("12"), aShop("99")])).toBe(false);
    expect(isTooFar(draft, [])).toBe(false);
    expect(isTooFar(draft, null)).toBe(false);
  });

  test("is never too far to fetch from, nor before there is an address", () => {
    const draft = after(delivery(), { type: "chooseShop", restaurantId: "99" });
    const fetched = after(draft, { type: "chooseType", orderType: "pickup" });
    const nowhere = after(draft, { type: "writeAddress", text: "Vaasan" });
    expect([fetched, nowhere].map((one) => isTooFar(one, [aShop("12")]))).toEqual([false, false]);
  });
});

describe("what is missing", () => {
  // spec: OS-44
  test("a delivery needs an address and a restaurant", () => {
    expect(lackOf(opened(), null, null)).toBe("address");
    expect(lackOf(opened({ order: atHome() }), null, null)).toBe("restaurant");
    expect(lackOf(opened({ order: atHome() }), null, aShop("12"))).toBeNull();
  });

  // spec: OS-44
  test.each(["pickup", "eatin"] as const)("%s needs a restaurant", (orderType) => {
    const draft = after(opened(), { type: "chooseType", orderType });
    expect(lackOf(draft, null, null)).toBe("restaurant");
    expect(lackOf(draft, null, aShop("12"))).toBeNull();
  });

  // spec: OS-10, OS-44
  test("a preorder needs a time", () => {
    const draft = after(opened({ order: atHome() }), { type: "chooseTiming", isPreorder: true });
    expect(lackOf(draft, null, aShop("12"))).toBe("time");
    expect(lackOf(draft, "2026-11-25 19:45", aShop("12"))).toBeNull();
  });
});

describe("what is saved", () => {
  test("of a delivery: type, restaurant, time, address and zone", () => {
    const draft = after(opened({ order: atHome() }), { type: "chooseTime", time: "2026-11-25 19:45" });
    expect(methodOf(draft, "2026-11-25 19:45", aShop("12"))).toEqual({
      orderType: "delivery",
      restaurantId: "12",
      restaurantName: "Ovelle 12",
      preorderTime: "2026-11-25 19:45",
      address: HOME,
      zoneId: "12-1",
      deliveryZoneVersion: "V1",
    });
  });

  test("of what is fetched no address, and of an order for now no time", () => {
    const draft = after(
      opened({ order: atHome() }),
      { type: "chooseTime", time: "2026-11-25 19:45" },
      { type: "chooseTiming", isPreorder: false },
      { type: "chooseType", orderType: "pickup" },
    );
    expect(methodOf(draft, null, aShop("12"))).toMatchObject({
      orderType: "pickup",
      preorderTime: null,
      address: null,
      zoneId: null,
    });
  });

  test("nothing while something is missing", () => {
    expect(methodOf(opened(), null, aShop("12"))).toBeNull();
  });
});
