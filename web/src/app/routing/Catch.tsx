import { Component, type ReactNode } from "react";
import { Code } from "../../lib/Code";

interface Props {
  /** Another one is another try. */
  at: object;
  /** In the place of what failed. */
  fallback: ReactNode;
  children: ReactNode;
}

interface State {
  at: object;
  hasFailed: boolean;
}

/** Shows something else where its children fail to load or to draw, until one goes elsewhere. */
export class Catch extends Component<Props, State> {
  override state: State = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return state.at === at ? null : { at, hasFailed: false };
  }

  override componentDidCatch(): void {
    Code.retryLost();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
