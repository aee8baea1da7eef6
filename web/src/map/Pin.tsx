import {
  createElementHook,
  createElementObject,
  createLayerHook,
  type LayerProps,
} from "@react-leaflet/core";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import type { Place } from "./geo";
import { PinLayer } from "./PinLayer";

interface PinProps extends LayerProps {
  at: Place;
  children: ReactNode;
}

const usePin = createLayerHook(
  createElementHook<PinLayer, PinProps>(
    ({ at, pane }, context) => {
      const pin = new PinLayer(pane);
      pin.moveTo(at);
      return createElementObject(pin, context);
    },
    (pin, { at }) => pin.moveTo(at),
  ),
);

/** What stands at a place on the map. */
export function Pin(props: PinProps) {
  return createPortal(props.children, usePin(props).current.instance.element);
}
