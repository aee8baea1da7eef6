import * as fc from "fast-check";
import { expect, test } from "vitest";
import { UrlEcho } from "./urlEcho";

function having(...texts: string[]): UrlEcho {
  const echo = new UrlEcho();
  for (const text of texts) echo.write(text);
  return echo;
}

test("an address that is behind takes no letter back", () => {
  const echo = having("k", "ka", "kai");
  expect(echo.follows("ka")).toBe(true);
  echo.write("kais");
  expect([echo.follows("kai"), echo.follows("kais")]).toEqual([true, true]);
});

test("what nobody wrote here was asked for elsewhere, and so is what was written before it", () => {
  const echo = having("k", "ka");
  expect(echo.follows("pasila")).toBe(false);
  expect(echo.follows("ka")).toBe(false);
});

test("whatever the address passes over, what it comes to is known as one's own", () => {
  const steps = fc.array(fc.tuple(fc.string(), fc.boolean()), { minLength: 1 });
  fc.assert(
    fc.property(steps, (written) => {
      const echo = having(...written.map(([text]) => text));
      const reached = written.filter(([, isReached]) => isReached).map(([text]) => text);
      // The same address twice is no change.
      const changes = reached.filter((text, at) => text !== reached[at - 1]);
      expect(changes.map((text) => echo.follows(text))).toEqual(changes.map(() => true));
    }),
  );
  expect.hasAssertions();
});
