import { beforeEach, expect, test } from "vitest";
import type { ShopProblem } from "../errors/problem";
import { forgetFallenCode, noteFallenCodes, useFallenCodes } from "./fallenCodes";

const problem = (promotionCode: string, message: string): ShopProblem => ({
  messageCode: "campaign/not-active",
  message,
  displayKind: 1,
  metadata: { promotionCode },
});
const fallen = () => useFallenCodes.getState().fallen.map(({ code, message }) => `${code}: ${message}`);

beforeEach(() => useFallenCodes.setState({ fallen: [] }));

test("at first none has fallen", () => {
  expect(useFallenCodes.getInitialState().fallen).toEqual([]);
});

test("a code that the server takes out is told of with its reason, until it is read or held again", () => {
  noteFallenCodes([problem("osta2maksa1", "Ei tänään.")], ["ovelle10"]);
  expect(fallen()).toEqual(["osta2maksa1: Ei tänään."]);
  noteFallenCodes([], ["ovelle10"]);
  expect(fallen()).toEqual(["osta2maksa1: Ei tänään."]);
  noteFallenCodes([problem("osta2maksa1", "Ei sovi."), problem("juhannus", "Ei juuri nyt.")], []);
  expect(fallen()).toEqual(["osta2maksa1: Ei sovi.", "juhannus: Ei juuri nyt."]);
  noteFallenCodes([], ["Osta2 maksa1"]);
  expect(fallen()).toEqual(["juhannus: Ei juuri nyt."]);
  forgetFallenCode("Juhan nus");
  expect(fallen()).toEqual([]);
});

test("a code that stays has not fallen, whatever is said of it", () => {
  noteFallenCodes([problem("kannykka", "Valitse toinen maksutapa.")], ["kannykka"]);
  expect(fallen()).toEqual([]);
});
