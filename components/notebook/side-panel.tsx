/** The panel next to the cells: the files of the session, its variables, and snippets to insert. */
"use client";
import { useState } from "react";
import { Tabs } from "@/components/ui/tabs";
import { FilesPanel } from "./files-panel";
import { InsertPanel } from "./insert-panel";
import { VariablesPanel } from "./variables-panel";

const TABS = [
  { key: "files", label: "Files" },
  { key: "variables", label: "Variables" },
  { key: "insert", label: "Insert" },
  { key: "keys", label: "Keys" },
] as const;

type SidePanelProps = {
  session: string | null;
  openSession: () => Promise<string>;
  onInsert: (source: string) => void;
  readOnly: boolean;
};

export function SidePanel({ session, openSession, onInsert, readOnly }: SidePanelProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]["key"]>("files");
  return (
    <aside aria-label="Files, variables and snippets" className="min-w-0 xl:sticky xl:top-44">
      <Tabs label="Panel" tabs={TABS} value={tab} onChange={setTab}>
        {tab === "files" ? (
          <FilesPanel session={session} openSession={openSession} onInsert={onInsert} readOnly={readOnly} />
        ) : null}
        {tab === "variables" ? <VariablesPanel session={session} /> : null}
        {tab === "insert" ? <InsertPanel onInsert={onInsert} readOnly={readOnly} /> : null}
        {tab === "keys" ? <Keys /> : null}
      </Tabs>
    </aside>
  );
}

const KEYS = [
  ["Shift Enter", "Run the cell and go to the next one"],
  ["Ctrl Enter", "Run the cell and stay"],
  ["Esc", "Leave the code to use the keys below"],
  ["Enter", "Edit the cell"],
  ["a, b", "New cell above, below"],
  ["d d", "Delete the cell"],
  ["z", "Undo the deletion"],
  ["k, j", "Cell above, below"],
] as const;

const Keys = () => (
  <dl className="space-y-2 text-sm">
    {KEYS.map(([keys, what]) => (
      <div key={keys} className="flex items-baseline gap-3">
        <dt className="w-24 shrink-0">
          <kbd className="rounded border bg-surface px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
        </dt>
        <dd className="text-muted">{what}</dd>
      </div>
    ))}
  </dl>
);
