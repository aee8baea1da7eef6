import {
  createElementHook,
  createElementObject,
  createLayerHook,
  type LayerProps,
} from "@react-leaflet/core";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { BeyondLayer } from "./BeyondLayer";
import type { Place } from "./geo";

interface BeyondSignProps extends LayerProps {
  at: Place;
  children: ReactNode;
}

const useBeyond = createLayerHook(
  createElementHook<BeyondLayer, BeyondSignProps>(
    ({ at }, context) => {
      const sign = new BeyondLayer();
      sign.pointTo(at);
      return createElementObject(sign, context);
    },
    (sign, { at }) => sign.pointTo(at),
  ),
);

/** What stands at the edge of the map while a place is out of view, and points to it. */
export function BeyondSign(props: BeyondSignProps) {
  return createPortal(props.children, useBeyond(props).current.instance.element);
}
