/** A part of the window whose fault does not take the others, and what is drawn in them, along. */
import { Component, type ReactNode } from "react";

interface Props {
  name: string;
  children: ReactNode;
}

export class Guarded extends Component<Props, { fault: string }> {
  override state = { fault: "" };

  static getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <div className="fallen" role="alert">
        <p>
          {this.props.name} cannot be drawn: {fault}. This is a fault of the editor; the page is still there and can be
          saved.
        </p>
        <button type="button" onClick={() => this.setState({ fault: "" })}>
          Draw it again
        </button>
      </div>
    );
  }
}
