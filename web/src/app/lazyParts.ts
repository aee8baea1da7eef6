/** What every page has and none begins with: it comes once the browser has nothing to do. */
import { lazy } from "react";
import { arriving } from "../lib/arriving";
import { onIdle } from "../lib/idle";
import { isSomebodyExpected } from "../session/session";
import type * as Parts from "./laterParts";

type Part = "ConsentBar" | "Footer" | "Overlays" | "Troubles";

let coming: Promise<typeof Parts> | null = null;

/** Resolves when they are wanted: who is signed in shall not look like a guest for long. */
function due(): Promise<void> {
  return isSomebodyExpected() ? Promise.resolve() : new Promise((resolve) => void onIdle(resolve));
}

function load() {
  coming ??= due().then(() => arriving(() => import("./laterParts")));
  return coming;
}

const part = (name: Part) => lazy(async () => ({ default: (await load())[name] }));

/** Asks for one's leave, over the page. */
export const ConsentBar = part("ConsentBar");
/** The footer: it stands below what one came for. */
export const Footer = part("Footer");
/** What may open over every page. */
export const Overlays = part("Overlays");
/** What went wrong, and what waits for the network. */
export const Troubles = lazy(async () => ({ default: (await load()).Troubles }));
