/** A line above the canvas while the service is away, or was started anew with another token. */
import { useEffect, useRef, useState } from "react";
import { takeTokenOf } from "../api";
import { checkAgain } from "../check";
import { reconnect } from "../connection";
import { tell } from "../files";
import { toast, useEditor } from "../state";

export function Away() {
  const online = useEditor((state) => state.online);
  const stranger = useEditor((state) => state.stranger);
  const viewer = useEditor((state) => state.mode === "viewer");
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) {
      toast("The service is back.");
      checkAgain();
    }
    before.current = online;
  }, [online]);
  if (viewer || online) return null;
  return stranger ? <Stranger /> : <Waiting />;
}

function Waiting() {
  return (
    <div className="offer" role="status" data-testid="away">
      <span>The service is away. This window keeps the page, and connects again as soon as it can.</span>
      <button type="button" onClick={reconnect}>
        Try now
      </button>
    </div>
  );
}

/** Only who sees the terminal knows the new token, so this window cannot go on by itself. */
function Stranger() {
  const [text, setText] = useState("");
  return (
    <form
      className="offer"
      data-testid="stranger"
      onSubmit={(event) => {
        event.preventDefault();
        takeTokenOf(text).then(reconnect, tell);
      }}
    >
      <span role="status">The service was started anew. Paste the address that its terminal shows to go on here.</span>
      <input
        aria-label="Address"
        value={text}
        data-testid="stranger-address"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="primary" disabled={!text.trim()}>
        Go on
      </button>
    </form>
  );
}
