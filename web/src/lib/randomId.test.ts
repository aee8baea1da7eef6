import { expect, test, vi } from "vitest";
import { randomId } from "./randomId";

test("an id has two letters for each of its sixteen bytes, small ones too", () => {
  vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    (bytes as unknown as Uint8Array).set([0, 1, 15, 16, 255]);
    return bytes;
  });
  expect(randomId()).toBe(`00010f10ff${"00".repeat(11)}`);
  vi.restoreAllMocks();
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomId()).not.toBe(randomId());
});
