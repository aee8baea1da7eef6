/** The streets of the built-in map, as cars drive them. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Streets, type StreetsFile } from "../../src/map/streets";
import { type Place, Track } from "./track";

const FILE = resolve(import.meta.dirname, "../../../content/map/streets.json");

let streets: Promise<Streets> | null = null;

/** The way from street to street between two places that stand near streets. */
export async function wayBetween(from: Place, to: Place): Promise<Track> {
  streets ??= readFile(FILE, "utf8").then((text) => new Streets(JSON.parse(text) as StreetsFile));
  const places = (await streets).routeAlong(from, to);
  if (!places) throw new Error("no way leads there");
  return new Track(places);
}
