import { describe, expect, test } from "vitest";
import { aRow } from "../../../live/testing/boards";
import { at, EPOCH } from "../../../live/testing/orders";
import { rowViewOf } from "./rowView";

const estimate = { at: at(0), minutes: 20, from: 18, to: 25, basis: "kitchen" as const };
const view = (change: Parameters<typeof aRow>[1], minutes = 0) =>
  rowViewOf(aRow("1", change), EPOCH + minutes * 60_000);

describe("a row", () => {
  test("says its stage, when it was placed, what is left and what was promised", () => {
    expect(view({ status: 3, estimate }, 5)).toMatchObject({
      stage: "Uunissa",
      placed: "tilattu 18.00",
      minutes: "13–20",
      wanted: null,
      promised: "18.40",
      late: 0,
      inTime: true,
      lit: 2.5,
    });
  });

  test("has no minutes once they have run out, nor when it is done", () => {
    expect(view({ estimate }, 30).minutes).toBeNull();
    expect(view({ status: 11, estimate })).toMatchObject({ minutes: null, inTime: false, late: 0 });
    expect(view({ status: 13, late: true })).toMatchObject({ stage: "Peruttu", late: 0 });
  });

  test("of a preorder says for when, and lights nothing, until the kitchen begins", () => {
    const preorder = { preOrderTime: "2026-11-26T16:30:00Z", promisedAt: "2026-11-26T16:30:00Z", estimate };
    expect(view(preorder)).toMatchObject({
      stage: "Ennakko",
      wanted: "to 18.30",
      promised: "to 18.30",
      minutes: null,
      lit: 0,
    });
    expect(view({ ...preorder, status: 2 })).toMatchObject({
      stage: "Valmistuksessa",
      wanted: null,
      minutes: "18–25",
    });
  });

  test("that nobody promised anything of is neither late nor in time", () => {
    expect(view({ promisedAt: null })).toMatchObject({ promised: null, inTime: false, late: 0 });
  });

  test("that is late says by how much", () => {
    expect(view({ late: true, promisedAt: at(3), estimate })).toMatchObject({ late: 22, inTime: false });
  });

  test("names who ordered, and where it goes", () => {
    const customer = { name: " ", phone: null, streetAddress: null, city: null };
    expect(view({})).toMatchObject({ name: "Aino Virtanen", address: "Aleksanterinkatu 9" });
    expect(view({ customer })).toMatchObject({ name: "Ei nimeä", address: "Ei osoitetta" });
    expect(view({ orderType: "pickup" }).address).toBe("Nouto");
    expect(view({ orderType: "eatin" }).address).toBe("Paikan päällä");
  });
});
