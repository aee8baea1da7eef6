/** The map's colours as the page shows them now. A canvas knows no custom properties, so they are read for it. */
import { onThemeChange } from "../../ui/theme";

const NAMES = {
  ground: "--kartta-maa",
  building: "--kartta-talo",
  buildingEdge: "--kartta-talo-r",
  road: "--kartta-tie",
  roadEdge: "--kartta-tie-r",
  water: "--kartta-vesi",
  green: "--kartta-puisto",
  name: "--kartta-nimi",
  waterName: "--kartta-vesi-nimi",
  greenName: "--kartta-puisto-nimi",
  surface: "--pinta",
  ink: "--muste",
  quiet: "--taso",
  line: "--viiva-vahva",
  focus: "--hetki-teksti",
} as const;

/** Colours that a canvas can draw with. */
export type Palette = Record<keyof typeof NAMES, string>;

/** Reads the colours in `container`, now and whenever another theme is shown. Answers how to stop. */
export function followPalette(container: HTMLElement, onPalette: (palette: Palette) => void): () => void {
  onPalette(readPalette(container));
  return onThemeChange(() => onPalette(readPalette(container)));
}

function readPalette(container: HTMLElement): Palette {
  // `light-dark()` in a custom property is text; as the colour of an element it is resolved.
  const probe = document.createElement("span");
  probe.hidden = true;
  container.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, colour(name)]));
  probe.remove();
  return palette as Palette;
}
