/** What an account fills in at the till. */
import { expect, test } from "vitest";
import { missingOf } from "./knownContact";

const noora = { name: "Noora Virtanen", phone: "040 123 4567", email: "noora@posti.example" };
const empty = { name: "", phone: "", email: "" };

test("what is empty is filled, and what stands there is newer", () => {
  expect(missingOf(empty, noora)).toEqual(noora);
  expect(missingOf({ ...empty, name: "Aino" }, noora)).toEqual({ phone: noora.phone, email: noora.email });
  expect(missingOf(noora, { ...noora, phone: "050 000 0000" })).toBeNull();
});

test("of nobody nothing is known", () => {
  expect(missingOf(empty, empty)).toBeNull();
});
