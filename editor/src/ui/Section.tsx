/** Parts of the details. */
import { useState } from "react";
import type { Problem } from "../protocol";

/** A part that can be closed. */
export function Section({ title, children, count }: { title: string; children: React.ReactNode; count?: number }) {
  const [open, setOpen] = useState(true);
  return (
    <section className="section">
      <h3>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span aria-hidden="true">{open ? "▾" : "▸"}</span> {title}
          {count !== undefined && <span className="count">{count}</span>}
        </button>
      </h3>
      {open && children}
    </section>
  );
}

/** What is wrong, with its notes. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="problems">
      {problems.map((problem, index) => (
        <li key={index}>
          {problem.message}
          {problem.notes.map((note, number) => (
            <span key={number} className="note">
              {note}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
