/** Where a delivery goes: what the field for it says, and asking the device; and what the editors say of it. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusal } from "../api/testing/server";
import type { SuggestedPlace } from "../api/wire";
import { aDelivery } from "../shop/testing/orders";
import { address, choose, HOME, ok, open } from "./testing/opened";

function suggestion(number: number): SuggestedPlace {
  return {
    placeId: `p${number}`,
    label: `Liisankatu ${number}, Helsinki`,
    streetAddress: `Liisankatu ${number}`,
    streetNumber: String(number),
    postalCode: "00170",
    city: "Helsinki",
  };
}

beforeEach(() => vi.unstubAllGlobals());

describe("the address", () => {
  const SUGGEST = "GET /api/commerce/places/suggest?q=Liisankatu";
  const type = async (text: string) =>
    fireEvent.change(await screen.findByRole("combobox"), { target: { value: text } });

  // spec: OS-22, OS-45
  test("has its suggestions 600 ms after the last letter; five of them ask for more letters", async () => {
    const { asked } = open({ answers: { [SUGGEST]: ok([1, 3, 5, 7, 9].map(suggestion)) } });
    const field = await screen.findByRole("combobox");
    const suggests = () => asked.filter(({ call }) => call.includes("suggest")).length;
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    vi.useFakeTimers();
    try {
      fireEvent.change(field, { target: { value: "Liisan" } });
      await wait(599);
      fireEvent.change(field, { target: { value: "Liisankatu" } });
      await wait(599);
      expect(suggests()).toBe(0);
      await wait(1);
      expect(suggests()).toBe(1);
      await wait(100);
      expect(screen.getByText("Useita tuloksia, tarkenna hakua")).toBeInTheDocument();
      expect(screen.getAllByRole("option")).toHaveLength(5);
    } finally {
      vi.useRealTimers();
    }
  });

  // spec: OS-22
  test("with fewer asks for nothing, and takes the one that is chosen by the keyboard", async () => {
    const place = { ...suggestion(12), latitude: HOME.latitude, longitude: HOME.longitude };
    open({
      answers: { [SUGGEST]: ok([suggestion(12)]), "GET /api/commerce/places/p12": ok(place) },
    });
    await type("Liisankatu");
    await screen.findByRole("option");
    expect(screen.queryByText("Useita tuloksia, tarkenna hakua")).toBeNull();
    fireEvent.keyDown(address(), { key: "ArrowDown" });
    fireEvent.keyDown(address(), { key: "Enter" });
    await waitFor(() => expect(address()).toHaveValue("Liisankatu 12, 00170 Helsinki"));
    expect(await screen.findByRole("textbox", { name: "Rappu/asunto" })).toHaveAttribute("maxlength", "20");
  });

  test("goes through its suggestions by the arrows, round both ends, and Esc closes them", async () => {
    open({ answers: { [SUGGEST]: ok([1, 3, 5].map(suggestion)) } });
    await type("Liisankatu");
    const options = await screen.findAllByRole("option");
    const current = () =>
      options.findIndex(({ id }) => id === address().getAttribute("aria-activedescendant"));
    const at = (key: string) => {
      fireEvent.keyDown(address(), { key });
      return current();
    };
    expect(current()).toBe(-1);
    expect(["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"].map(at)).toEqual([0, 1, 2, 0]);
    expect(["ArrowUp", "ArrowUp"].map(at)).toEqual([2, 1]);
    fireEvent.keyDown(address(), { key: "Escape" });
    expect(address()).toHaveAttribute("aria-expanded", "false");
    expect(address()).not.toHaveAttribute("aria-activedescendant");
  });

  // spec: OS-46
  test("without a number asks for one, behind its street", async () => {
    open({
      answers: {
        [SUGGEST]: ok([
          { ...suggestion(1), streetAddress: "Liisankatu", streetNumber: null, label: "Liisankatu" },
        ]),
      },
    });
    await type("Liisankatu");
    await userEvent.click(await screen.findByRole("option", { name: "Liisankatu" }));
    expect(await screen.findByText("Syötä kadunnumero")).toBeInTheDocument();
    expect(address()).toHaveAccessibleDescription("Syötä kadunnumero");
    expect(address()).toHaveValue("Liisankatu ");
    expect(address()).toHaveFocus();
  });

  // spec: OS-48
  test("of which a suggestion says a part is found whole by the place's id", async () => {
    const partial = { ...suggestion(12), postalCode: null, city: "" };
    const whole = { ...suggestion(12), latitude: HOME.latitude, longitude: HOME.longitude };
    const { asked } = open({
      answers: { [SUGGEST]: ok([partial]), "GET /api/commerce/places/p12": ok(whole) },
    });
    await type("Liisankatu");
    await userEvent.click(await screen.findByRole("option"));
    await waitFor(() => expect(address()).toHaveValue("Liisankatu 12, 00170 Helsinki"));
    expect(asked.map(({ call }) => call)).toContain("GET /api/commerce/places/p12");
  });

  // spec: OS-47
  test("without a postal code is refused, and that is written down", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const place = { ...suggestion(12), latitude: 60, longitude: 24, postalCode: null };
    open({ answers: { [SUGGEST]: ok([suggestion(12)]), "GET /api/commerce/places/p12": ok(place) } });
    await type("Liisankatu");
    await userEvent.click(await screen.findByRole("option"));
    expect(await screen.findByText(/puuttuu postinumero/)).toBeInTheDocument();
    expect(warn).toHaveBeenCalledWith("an address has no postal code", "p12");
    expect(screen.getByRole("button", { name: /Tallenna valinnat/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    warn.mockRestore();
  });

  // spec: OS-67
  test("that nobody knows says what else can be done", async () => {
    open({ answers: { [SUGGEST]: ok([]) } });
    await type("Liisankatu");
    expect(
      await screen.findByText(/^Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto/),
    ).toBeInTheDocument();
    expect(screen.getByText(/lähellä oleva osoite.*sijaintiasi.*lisätietoihin/)).toBeInTheDocument();
  });
});

describe("where one is", () => {
  type Ask = Geolocation["getCurrentPosition"];
  const locate = (ask: Ask) =>
    vi.stubGlobal("navigator", { ...navigator, geolocation: { getCurrentPosition: ask } });
  const at = { coords: { latitude: HOME.latitude, longitude: HOME.longitude } } as GeolocationPosition;
  const NEAREST = `GET /api/commerce/places/reverse?lat=${HOME.latitude}&lng=${HOME.longitude}`;

  // spec: OS-27, OS-53
  test("is asked for ten seconds, then found", async () => {
    open({ answers: { [NEAREST]: ok({ ...suggestion(12), latitude: 60.17, longitude: 24.95 }) } });
    let tell: PositionCallback = () => {};
    const ask = vi.fn<Ask>((success) => (tell = success));
    locate(ask);
    const button = await screen.findByRole("button", { name: "Käytä sijaintiani" });
    await userEvent.click(button);
    expect(button).toHaveAttribute("aria-busy", "true");
    expect(screen.getByText("Haetaan sijaintia")).toBeInTheDocument();
    expect(ask.mock.calls[0]?.[2]).toEqual({ timeout: 10_000, maximumAge: 60_000 });
    tell(at);
    expect(await screen.findByText("Sijainti löytyi")).toBeInTheDocument();
    expect(address()).toHaveValue("Liisankatu 12, 00170 Helsinki");
  });

  // spec: OS-27, OS-71
  test("may be kept from us: the button says so, and it is written down", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    open();
    locate((_, failed) => failed?.({ code: 1, message: "denied" } as GeolocationPositionError));
    await userEvent.click(await screen.findByRole("button", { name: "Käytä sijaintiani" }));
    expect(await screen.findByRole("button", { name: "Ei onnistunut" })).toBeInTheDocument();
    expect(warn).toHaveBeenCalledWith("the place of this device is not known", expect.anything());
    warn.mockRestore();
  });

  // spec: OS-27, OS-67
  test("with no address near it fails as well", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    open({ answers: { [NEAREST]: refusal(404, "delivery/address-unknown", "Ei löydy.") } });
    locate((success) => success(at));
    await userEvent.click(await screen.findByRole("button", { name: "Käytä sijaintiani" }));
    expect(await screen.findByRole("button", { name: "Ei onnistunut" })).toBeInTheDocument();
    expect(screen.getByText(/^Häh, emme tunnista osoitettasi/)).toBeInTheDocument();
    warn.mockRestore();
  });
});

describe("what the editors say of delivery", () => {
  // spec: OS-24
  test("stands by the time and over the restaurants, with fees in its colour", async () => {
    open({ method: aDelivery() });
    expect(await screen.findByText(/Kun valitset ajan etukäteen/)).toBeInTheDocument();
    expect(screen.getByText("Tilaa ajoissa, säästä kuljetuksessa")).toBeInTheDocument();
    expect(await screen.findByText(/Tilaa yli 25 eurolla/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Katso, mitä uunissa on" })).toHaveAttribute("href", "/menu");
    const [fee] = await screen.findAllByText(/4,90/);
    expect(fee?.style.color).toBe("var(--basilika)");
    await choose("Nouto");
    expect(screen.queryByText(/Tilaa yli 25 eurolla/)).toBeNull();
    expect(screen.queryByText(/Kun valitset ajan etukäteen/)).toBeNull();
  });
});
