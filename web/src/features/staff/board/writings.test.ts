import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Writings } from "./writings";

function having(...texts: string[]): Writings {
  const writings = new Writings();
  for (const text of texts) writings.write(text);
  return writings;
}

test("an address that is behind takes no letter back", () => {
  const writings = having("k", "ka", "kai");
  expect(writings.follows("ka")).toBe(true);
  writings.write("kais");
  expect([writings.follows("kai"), writings.follows("kais")]).toEqual([true, true]);
});

test("what nobody wrote here was asked for elsewhere, and so is what was written before it", () => {
  const writings = having("k", "ka");
  expect(writings.follows("pasila")).toBe(false);
  expect(writings.follows("ka")).toBe(false);
});

test("whatever the address passes over, what it comes to is known as one's own", () => {
  const steps = fc.array(fc.tuple(fc.string(), fc.boolean()), { minLength: 1 });
  fc.assert(
    fc.property(steps, (written) => {
      const writings = having(...written.map(([text]) => text));
      const reached = written.filter(([, isReached]) => isReached).map(([text]) => text);
      // The same address twice is no change.
      const changes = reached.filter((text, at) => text !== reached[at - 1]);
      expect(changes.map((text) => writings.follows(text))).toEqual(changes.map(() => true));
    }),
  );
  expect.hasAssertions();
});
