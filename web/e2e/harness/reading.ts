/** What a person reads on a tracking page, found as assistive technology finds it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { TEXTS } from "../../src/features/tracking/texts";

/** The words of the connection sign (look, "Tracking"). */
export const SIGN = {
  live: "Suora seuranta",
  polling: "Päivittyy 30\u00a0s välein",
  offline: "Ei yhteyttä",
  ended: "Seuranta päättyi",
} as const;

/** Waits until the connection sign says so; `withinMs` where it may take longer than most things. */
export async function awaitSign(page: Page, sign: keyof typeof SIGN, withinMs?: number): Promise<void> {
  const words = page.getByRole("banner").getByRole("status");
  const options = withinMs === undefined ? {} : { timeout: withinMs };
  await expect.poll(() => words.allInnerTexts(), options).toEqual([SIGN[sign]]);
}

/** Waits until the page's heading, the stage in words, is so. */
export async function awaitHeading(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([words]);
}

/** Waits until the tab's title tells this state; minutes after a comma may follow it. */
export async function awaitTitle(page: Page, state: string): Promise<void> {
  await expect.poll(async () => stateIn(await page.title())).toBe(state);
}

/**
 * The state that a title tells: what stands between the board's late orders, and minutes or the chain's name.
 * "alle 1 min" holds together by a blank that does not break.
 */
export function stateIn(title: string): string {
  return title
    .replace(/ · Ovelle$/, "")
    .replace(/^\d+ myöhässä · /, "")
    .replace(/, (?:alle\s|enintään\s)?\d.*$/, "");
}

/** The states that a page's titles told, each as often as it came anew. */
export function statesIn(titles: readonly string[]): string[] {
  return titles.map(stateIn).filter((state, at, all) => state !== all[at - 1]);
}

/** The rows of the timeline that were reported, with name, time, source and notes. */
export async function reportedIn(page: Page): Promise<string[]> {
  const course = page.getByRole("region", { name: TEXTS.course }).getByRole("listitem");
  const rows = await course.filter({ has: page.getByRole("time") }).allInnerTexts();
  return rows.map(plain);
}

/** A text with every kind of space as one blank, as one reads it. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The stairwell's window that stands for the present stage. */
export function currentWindow(page: Page): Promise<string> {
  return page.getByRole("list", { name: "Tilauksen vaiheet" }).locator("[aria-current=step]").innerText();
}

/**
 * What a screen reader is told of a part of the page; times, minutes and numbers of orders as `#`, and no order's key.
 * A live region that says nothing is left out: when it comes is a matter of moments.
 */
export async function outlineOf(part: Locator): Promise<string> {
  // What it says of the counter, and of another day, depends on when it is read.
  return (await part.ariaSnapshot())
    .split("\n")
    .filter((line) => line.trim() !== "- status")
    .join("\n")
    .replaceAll(/(?<=orderKey=)[\w-]+/g, "(avain)")
    .replaceAll(/\d+/g, "#")
    .replaceAll(/Auki (?:#\.# asti|aina)|Suljettu/g, "(auki tai ei)")
    .replaceAll(/(?:\p{L}+taina|keskiviikkona) #\.#\./gu, "(päivänä)");
}

const OUTLINES = join(import.meta.dirname, "../outlines");

/**
 * Holds what a screen reader is told against the outline of that name, `outlines/NAME.yml`. A page that still loads
 * says less for a moment, so it is read until it says what it should.
 */
export async function expectOutline(name: string, read: () => Promise<string>): Promise<void> {
  const file = join(OUTLINES, `${name}.yml`);
  const outline = async () => `${await read()}\n`;
  if (existsSync(file)) {
    const kept = readFileSync(file, "utf8");
    // Where it never does, the comparison below shows what differs.
    await expect
      .poll(outline)
      .toBe(kept)
      .catch(() => undefined);
  }
  await expect(await outline()).toMatchFileSnapshot(file);
}
