/** What every page has and none begins with: it comes once the browser has nothing to do. */
import { lazy } from "react";
import { arriving } from "../lib/arriving";
import { onIdle } from "../lib/idle";
import type * as Parts from "./laterParts";

type Part = "Footer" | "Overlays";

let coming: Promise<typeof Parts> | null = null;

function load() {
  coming ??= new Promise<void>((resolve) => void onIdle(resolve)).then(() =>
    arriving(() => import("./laterParts")),
  );
  return coming;
}

const part = (name: Part) => lazy(async () => ({ default: (await load())[name] }));

/** The footer: it stands below what one came for. */
export const Footer = part("Footer");
/** What may open over every page. */
export const Overlays = part("Overlays");
