/** Signs on buttons: strokes on a 16 by 16 square. */
const PATHS: Record<string, string> = {
  new: "M4 2h5l3 3v9H4zM9 2v3h3",
  open: "M2 4h4l1.5 2H14v7H2z",
  save: "M3 3h8l2 2v8H3zM5 3v4h5V3M5 13v-4h6v4",
  export: "M8 10V2M5 5l3-3 3 3M3 9v5h10V9",
  undo: "M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6",
  redo: "M10 3l3 3-3 3M13 6H7a4 4 0 0 0 0 8h3",
  run: "M5 3l8 5-8 5z",
  step: "M4 3l6 5-6 5zM12 3v10",
  stop: "M4 4h8v8H4z",
  reset: "M3 8a5 5 0 1 0 2-4M3 2v3h3",
  layout: "M2 3h4v4H2zM10 3h4v4h-4zM10 10h4v4h-4zM6 5h4M8 5v7h2",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  theme: "M8 2a6 6 0 1 0 6 6 4.5 4.5 0 0 1-6-6z",
  help: "M6 6a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6M8 12v.4M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13",
  close: "M4 4l8 8M12 4l-8 8",
  group: "M2 2h12v12H2zM5 5h3v3H5zM9 9h2v2H9z",
  search: "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M10.5 10.5 14 14",
  panel: "M2 3h12v10H2zM6 3v10",
  inspector: "M2 3h12v10H2zM10 3v10",
  more: "M3 8h.1M8 8h.1M13 8h.1",
  expand: "M9 2h5v5M14 2 9 7M7 14H2V9M2 14l5-5",
  shrink: "M14 7H9V2M9 7l5-5M2 9h5v5M7 9l-5 5",
};

export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface ButtonProps {
  icon: string;
  label: string;
  keys?: string;
  testId?: string;
  disabled?: boolean;
  pressed?: boolean;
  text?: string;
  onClick(): void;
}

export function ToolButton({ icon, label, keys, testId, disabled, pressed, text, onClick }: ButtonProps) {
  const title = keys ? `${label} (${keys})` : label;
  return (
    <button
      type="button"
      className={text ? "tool wide" : "tool"}
      title={title}
      aria-label={label}
      aria-pressed={pressed}
      data-testid={testId}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {text && <span>{text}</span>}
    </button>
  );
}
