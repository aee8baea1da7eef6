import { extendContext, LeafletContext, useLeafletContext } from "@react-leaflet/core";
import type { Map as LeafletMap } from "leaflet";
import { type ReactNode, useMemo } from "react";
import { createPortal } from "react-dom";

/** The panes from below upwards. */
const PANES = ["ground", "names", "route", "places", "cars"] as const;

interface MapPaneProps {
  name: (typeof PANES)[number];
  children: ReactNode;
}

/**
 * A pane of the map; layers in it lie in it. Unlike react-leaflet's own it stays as long as its map: layers that React
 * puts up again come before the pane around them, and would find none.
 */
export function MapPane({ name, children }: MapPaneProps) {
  const context = useLeafletContext();
  const inside = useMemo(() => extendContext(context, { pane: name }), [context, name]);
  return createPortal(
    <LeafletContext value={inside}>{children}</LeafletContext>,
    context.map.getPane(name) ?? createPane(context.map, name),
  );
}

function createPane(map: LeafletMap, name: MapPaneProps["name"]): HTMLElement {
  const pane = map.createPane(name);
  pane.style.zIndex = String(210 + PANES.indexOf(name) * 10);
  pane.style.pointerEvents = "none";
  return pane;
}
