/** A result as a file of this computer. */
import { download, tell } from "../files";
import type { Summary } from "../protocol";
import { value } from "../run";

export function ResultFiles({ pin, summary }: { pin: string; summary: Summary }) {
  const forms = [
    ...(summary.mean !== undefined && summary.dtype !== "string" ? ["npy"] : []),
    ...(summary.shape.length === 1 || summary.shape.length === 2 ? ["csv"] : []),
  ] as ("npy" | "csv")[];
  const take = async (form: "npy" | "csv") => {
    try {
      const { file } = await value(pin, { kind: "file", form });
      const data = Uint8Array.from(atob(file?.base64 ?? ""), (letter) => letter.charCodeAt(0));
      download(new Blob([data]), `${pin.replace(/[^\w.-]+/g, "_")}.${form}`);
    } catch (error) {
      tell(error);
    }
  };
  if (!forms.length) return null;
  return (
    <div className="row-buttons">
      {forms.map((form) => (
        <button key={form} type="button" data-testid={`download-${form}`} onClick={() => void take(form)}>
          Download .{form}
        </button>
      ))}
    </div>
  );
}
