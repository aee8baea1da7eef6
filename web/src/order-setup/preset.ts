import type { Shop } from "../api/wire";
import { ORDER_SETUP_MODAL } from "./modalName";

/** The restaurant that a set-up is opened for (OS-05). */
export type Preset = Pick<Shop, "restaurantId" | "displayName">;

/** What a link to `#aloita-tilaus` gives along as its `state`, so that the set-up begins with a restaurant. */
export function presetState({ restaurantId, displayName }: Preset) {
  return { openedModal: ORDER_SETUP_MODAL, setupPreset: { restaurantId, displayName } };
}

/** The restaurant that the address was opened with, if it was. */
export function presetOf(state: unknown): Preset | null {
  if (typeof state !== "object" || state === null || !("setupPreset" in state)) return null;
  const { setupPreset: preset } = state;
  return isPreset(preset) ? preset : null;
}

function isPreset(value: unknown): value is Preset {
  return typeof value === "object" && value !== null && "restaurantId" in value && "displayName" in value;
}
