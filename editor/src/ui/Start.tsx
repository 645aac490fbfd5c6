/** What stands on an empty page that is no file yet: pages to begin with, and the newest of the folder. */
import { useEffect, useState } from "react";
import { api } from "../api";
import { open, openStart, tell } from "../files";
import type { FileInfo, StartInfo } from "../protocol";
import { useEditor } from "../state";
import { CutName } from "./CutName";

const NEWEST = 6; // files

export function Start() {
  const [starts, setStarts] = useState<readonly StartInfo[]>([]);
  const [files, setFiles] = useState<readonly FileInfo[]>([]);
  const folder = useEditor((state) => state.service?.folder);
  useEffect(() => {
    api.starts().then((answer) => setStarts(answer.starts), tell);
    api.files().then((answer) => setFiles(newest(answer.files)), tell);
  }, []);
  const group = (title: string, kind: StartInfo["kind"]) => (
    <section>
      <h3>{title}</h3>
      {starts
        .filter((item) => item.kind === kind)
        .map(({ name, title: text }) => (
          <button type="button" key={name} data-testid={`start-${name}`} onClick={() => void openStart(name)}>
            {text}
          </button>
        ))}
    </section>
  );
  return (
    <div className="start" data-testid="start">
      {group("Templates", "template")}
      {group("Examples", "example")}
      {files.length > 0 && (
        <section>
          <h3 title={folder}>Changed last</h3>
          {files.map(({ name }) => (
            <button type="button" key={name} data-testid={`recent-${name}`} onClick={() => void open(name)}>
              <CutName name={name} />
            </button>
          ))}
        </section>
      )}
    </div>
  );
}

function newest(files: readonly FileInfo[]): FileInfo[] {
  return files
    .filter((file) => file.kind === "page")
    .sort((a, b) => b.modified - a.modified)
    .slice(0, NEWEST);
}
