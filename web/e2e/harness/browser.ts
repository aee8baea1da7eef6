/** Chromium, and the devices that people hold. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";

/** The browser's program. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The device and theme with which somebody sees the pages. */
export interface Display {
  device: "phone" | "desktop";
  theme: "light" | "dark";
}

/** The windows of the devices, in CSS pixels. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;

/** Both devices in both themes. */
export const DISPLAYS: readonly Display[] = [
  { device: "phone", theme: "light" },
  { device: "phone", theme: "dark" },
  { device: "desktop", theme: "light" },
  { device: "desktop", theme: "dark" },
];

let browser: Promise<Browser> | null = null;

/** The browser of this test file; started when it is first wanted. */
export function theBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`no Chromium at ${CHROMIUM}; set CHROMIUM`);
  return (browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS }));
}

/** Closes the browser, if it was ever wanted. */
export async function closeBrowser(): Promise<void> {
  const closing = await browser;
  browser = null;
  await closing?.close();
}

/** The context of a person in Helsinki with such a device. Motion is reduced, so that pictures and audits stand still. */
export function contextOptions(display: Display): BrowserContextOptions {
  return {
    viewport: SIZES[display.device],
    deviceScaleFactor: display.device === "phone" ? 2 : 1,
    hasTouch: display.device === "phone",
    colorScheme: display.theme,
    reducedMotion: "reduce",
    locale: "fi-FI",
    timezoneId: "Europe/Helsinki",
  };
}
