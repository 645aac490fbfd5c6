/** A name that is cut in its middle where there is no room: its end tells it from others that begin alike. */
const END = 12; // letters that stay

export function CutName({ name, className = "" }: { name: string; className?: string }) {
  const cut = Math.max(0, name.length - END);
  return (
    <span className={`cut-name ${className}`} title={name}>
      {cut > 0 && <span className="cut-start">{name.slice(0, cut)}</span>}
      <span className="cut-end">{name.slice(cut)}</span>
    </span>
  );
}
