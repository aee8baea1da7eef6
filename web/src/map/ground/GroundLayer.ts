import { CanvasLayer, type Sheet } from "../CanvasLayer";
import type { Background } from "./features";
import { paintGround, paintUnknown } from "./paint";
import type { Palette } from "./palette";

/** The ground as the page draws it itself. */
export class GroundLayer extends CanvasLayer {
  readonly #background: Background | null;

  /** `background`: what is known of it. */
  constructor(background: Background | null, pane?: string) {
    super(pane, 0.35);
    this.#background = background;
  }

  protected override paint(sheet: Sheet, palette: Palette): void {
    if (this.#background) paintGround(sheet, this.#background, palette);
    else paintUnknown(sheet, palette);
  }
}
