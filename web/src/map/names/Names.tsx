import { createElementObject, createLayerComponent, type LayerProps } from "@react-leaflet/core";
import { useBackground } from "../ground/background";
import type { Background } from "../ground/features";
import { NamesLayer, type NamesShown } from "./NamesLayer";

interface NamesOnProps extends NamesShown, LayerProps {
  background: Background;
}

const NamesOn = createLayerComponent<NamesLayer, NamesOnProps>(
  ({ background, pane, ...shown }, context) =>
    createElementObject(new NamesLayer(background, shown, pane), context),
  (names, shown) => names.change(shown),
);

/** The names on the built-in map; on tiles stand the tiles' own. Only its signs and its centre may change. */
export function Names(props: NamesShown) {
  const background = useBackground();
  return background && <NamesOn {...props} background={background} />;
}
