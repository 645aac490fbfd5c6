/** What stands on an empty page that is no file yet: pages to begin with, and files that were opened or changed last. */
import { useEffect, useState } from "react";
import { api } from "../api";
import { open, openStart, tell } from "../files";
import type { FileInfo, StartInfo } from "../protocol";
import { useEditor } from "../state";
import { CutName } from "./CutName";

const NEWEST = 6; // files of each list

export function Start() {
  const [starts, setStarts] = useState<readonly StartInfo[]>([]);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const folder = useEditor((state) => state.service?.folder);
  useEffect(() => {
    api.starts().then((answer) => setStarts(answer.starts), tell);
    Promise.all([api.recent(), api.files()]).then(([{ recent }, { files }]) => {
      const last = recent.slice(0, NEWEST);
      setOpened(last);
      setChanged(newest(files.filter((file) => !last.includes(file.name))));
    }, tell);
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
  const filesOf = (title: string, names: readonly string[]) =>
    names.length > 0 && (
      <section>
        <h3 title={folder}>{title}</h3>
        {names.map((name) => (
          <button type="button" key={name} data-testid={`recent-${name}`} onClick={() => void open(name)}>
            <CutName name={name} />
          </button>
        ))}
      </section>
    );
  return (
    <div className="start" data-testid="start">
      {group("Templates", "template")}
      {group("Examples", "example")}
      {filesOf("Opened last", opened)}
      {filesOf("Changed last", changed)}
    </div>
  );
}

function newest(files: readonly FileInfo[]): string[] {
  return files
    .filter((file) => file.kind === "page")
    .sort((a, b) => b.modified - a.modified)
    .slice(0, NEWEST)
    .map((file) => file.name);
}
