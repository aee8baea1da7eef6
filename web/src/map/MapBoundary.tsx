import { Component, type ReactNode } from "react";

interface MapBoundaryProps {
  /** What stands in the map's place where it breaks. */
  instead: ReactNode;
  children: ReactNode;
}

/** Whatever breaks in the map breaks the map alone; the rest of the page says all that one needs. */
export class MapBoundary extends Component<MapBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
