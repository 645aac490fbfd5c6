/** Why a pin refuses a wire: beside the pin and above everything else, so that no bar hides it. */
import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useEditor, type Bubble as BubbleState } from "../state";
import { CastButton } from "./CastButton";

const EDGE = 6; // pixels to the edges of the window
const ABOVE = 12; // pixels above the pin

export function Bubble() {
  const bubble = useEditor((state) => state.bubble);
  return bubble && createPortal(<Beside bubble={bubble} />, document.body);
}

function pinOf({ node, handle }: BubbleState): Element | null {
  const block = `.react-flow__node[data-id="${CSS.escape(node)}"]`;
  return document.querySelector(`${block} .react-flow__handle[data-handleid="${CSS.escape(handle)}"]`);
}

function Beside({ bubble }: { bubble: BubbleState }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let frame = 0;
    // The pin moves with its block and with the canvas.
    const follow = () => {
      const [own, pin] = [place.current, pinOf(bubble)?.getBoundingClientRect()];
      if (own) {
        const { width, height } = own.getBoundingClientRect();
        own.style.visibility = pin ? "visible" : "hidden";
        own.style.left = `${Math.max(EDGE, Math.min(pin?.right ?? 0, innerWidth - width - EDGE))}px`;
        const above = (pin?.top ?? 0) - height - ABOVE;
        own.style.top = `${above >= EDGE ? above : (pin?.bottom ?? 0) + ABOVE}px`;
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [bubble]);
  return (
    <div className="bubble" role="alert" data-testid="bubble" ref={place}>
      {bubble.text}
      {bubble.cast && <CastButton cast={bubble.cast} />}
    </div>
  );
}
