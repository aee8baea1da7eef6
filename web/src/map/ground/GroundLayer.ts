import type { LeafletEventHandlerFn, Map as LeafletMap } from "leaflet";
import { isCalm } from "../calm";
import { CanvasLayer, type Sheet } from "../CanvasLayer";
import type { Place } from "../geo";
import type { Background } from "./features";
import { paintDrawn } from "./drawn";
import { fills } from "./fills";
import { paintGround } from "./paint";
import type { Palette } from "./palette";

/** How long another ground takes to appear, in ms. */
const APPEARS_MS = 240;

/**
 * The ground as the page draws it itself: the built-in map where it fills the view, and else a calm ground. The two are
 * never seen beside each other, so that no map ends in view. The map's container says which it is, as `data-ground`.
 */
export class GroundLayer extends CanvasLayer {
  readonly #background: Background | null;
  #centre: Place | null;

  /** `background`: what is known of it. `centre`: around it the calm ground tells distances. */
  constructor(background: Background | null, centre: Place | null, pane?: string) {
    super(pane, 0.35);
    this.#background = background;
    this.#centre = centre;
  }

  /** Tells distances around another place from now on. */
  setCentre(centre: Place | null): void {
    this.#centre = centre;
    this.redraw();
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    const { move, ...events } = super.getEvents();
    return {
      ...events,
      move: (event) => {
        if (this.map && this.#kind(this.map) !== this.#shown(this.map)) this.redraw();
        else move?.(event);
      },
    };
  }

  protected override paint(sheet: Sheet, palette: Palette): void {
    if (!this.map) return;
    const kind = this.#kind(this.map);
    const before = this.#shown(this.map);
    this.map.getContainer().dataset["ground"] = kind;
    if (kind === "streets" && this.#background) paintGround(sheet, this.#background, palette);
    else paintDrawn(sheet, this.#background ? this.#centre : null, palette);
    if (before !== undefined && before !== kind && !isCalm()) {
      this.canvas.animate?.([{ opacity: 0 }, { opacity: 1 }], APPEARS_MS);
    }
  }

  #kind(map: LeafletMap): "streets" | "drawn" {
    return this.#background && fills(map, this.#background) ? "streets" : "drawn";
  }

  #shown(map: LeafletMap): string | undefined {
    return map.getContainer().dataset["ground"];
  }
}
