/** How much of a file is sent into the folder. */
import { useEditor } from "../state";
import { bytes } from "../words";

export function UploadProgress() {
  const upload = useEditor((state) => state.upload);
  if (!upload) return null;
  const { name, done, total, stop } = upload;
  return (
    <div className="upload" data-testid="upload" aria-live="off">
      <label>
        {name}: {bytes(done)} of {bytes(total)}
        <progress max={total} value={done} />
      </label>
      <button type="button" data-testid="upload-stop" onClick={stop}>
        Stop
      </button>
    </div>
  );
}
