import { describe, expect, test } from "vitest";
import { aRow } from "../../../live/testing/boards";
import { at, EPOCH } from "../../../live/testing/orders";
import { initialsOf, rowViewOf } from "./rowView";

const estimate = { at: at(0), minutes: 20, from: 18, to: 25, basis: "kitchen" as const };
const view = (change: Parameters<typeof aRow>[1], minutes = 0) =>
  rowViewOf(aRow("1", change), EPOCH + minutes * 60_000, "oma@ovelle.example");

describe("a row", () => {
  test("says its stage and for how long, what is left and what was promised", () => {
    expect(view({ status: 3, estimate }, 5)).toMatchObject({
      stage: "Uunissa",
      age: "5\u00a0min",
      minutes: "13–20",
      wanted: null,
      promised: "18.40",
      late: 0,
      inTime: true,
      lit: 2.5,
    });
  });

  test("says for how long it has been at its stage", () => {
    const since = (statusAt: string) => view({ statusAt }, 10).age;
    expect([since(at(12)), since(at(9.1)), since(at(9)), since(at(-49)), since(at(-51.5))]).toEqual([
      "alle\u00a01\u00a0min",
      "alle\u00a01\u00a0min",
      "1\u00a0min",
      "59\u00a0min",
      "1\u00a0h 1\u00a0min",
    ]);
    expect(view({ status: 11 }).age).toBeNull();
  });

  test("says of what was paid in a pause why it comes, until somebody takes it", () => {
    expect(view({ duringPause: true, status: 0 })).toMatchObject({
      age: "Maksettu tauon aikana",
      isTrouble: true,
    });
    expect(view({ duringPause: true, status: 3 }, 5)).toMatchObject({ age: "5\u00a0min", isTrouble: false });
  });

  test("names the colleagues who have it open, and not who reads it", () => {
    const openedBy = ["a.b@ovelle.example", "oma@ovelle.example"];
    expect(view({ openedBy }).colleagues).toEqual(["a.b@ovelle.example"]);
    expect(["riikka.korhonen@x.fi", "demo@x.fi", "äiti-ö-k@x.fi", "12@x.fi"].map(initialsOf)).toEqual([
      "RK",
      "D",
      "ÄÖ",
      "?",
    ]);
  });

  test("says what its eater avoids, in the order of the law", () => {
    expect(view({}).avoided).toBeNull();
    expect(view({ avoidAllergens: ["milk", "nuts", "eggs"] }).avoided).toBe(
      "Vältettävä: kananmuna, maito, pähkinät",
    );
  });

  test("says each stage in few words, since it has one line", () => {
    expect([4, 9].map((status) => view({ status }).stage)).toEqual(["Pakattu", "Ei onnistunut"]);
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
      age: "Odottaa vuoroaan",
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

  test("that failed, or whose car is silent, says so and is not in time", () => {
    expect(view({ status: 9, statusAt: at(-4) })).toMatchObject({
      stage: "Ei onnistunut",
      age: "4\u00a0min",
      isTrouble: true,
      minutes: null,
      noMinutes: "ei arviota",
      inTime: false,
    });
    expect(view({ status: 10 })).toMatchObject({
      stage: "Ei onnistunut",
      age: "Kyyti päättyi",
      isTrouble: true,
      noMinutes: "ei tulossa",
    });
    const silent = { status: 8, estimate, carUnheardSince: at(-4.5) };
    expect(view(silent)).toMatchObject({
      stage: "Matkalla",
      age: "Auto hiljaa 4\u00a0min",
      isTrouble: true,
      minutes: "18–25",
      inTime: false,
    });
    expect(view({ ...silent, carUnheardSince: at(-1.9) })).toMatchObject({ isTrouble: false, inTime: true });
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
