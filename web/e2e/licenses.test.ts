/** What the pages contain under another licence than ours goes with its text. */
import { expect, it } from "vitest";
import { useWorld } from "./harness/world";

const world = useWorld();

it("the licence of the maps' React components is where the pages are", async () => {
  const answer = await fetch(`http://${world.server.address}/licenses/react-leaflet.txt`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text).toContain("react-leaflet Copyright 2020 Paul Le Cam and contributors");
  expect(text).toContain("@react-leaflet/core Copyright 2020 Paul Le Cam and contributors");
  expect(text).toContain("Hippocratic License Version Number: 2.1.");
});
