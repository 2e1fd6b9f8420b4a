/** Above the cells: the notebook's name, running and stopping, the session, and taking the notebook away. */
"use client";
import { ChevronDown, Download, FastForward, Play, RotateCcw, Square, UserRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { saveFile } from "@/components/parts/display/save-file";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Menu } from "@/components/ui/menu";
import { toFileName, toIpynb, toPython } from "./formats";
import type { useNotebook } from "./use-notebook";
import type { useRuns } from "./use-runs";

const SessionDialog = dynamic(() => import("./session-dialog").then((module) => module.SessionDialog), { ssr: false });

const SAVING = { saved: "Saved", waiting: "Saving", conflict: "Not saved", failed: "Not saved" } as const;

type ToolbarProps = {
  book: ReturnType<typeof useNotebook>;
  runs: ReturnType<typeof useRuns>;
  readOnly: boolean;
  mayRun: boolean;
  onRun: () => void;
  onRunAll: () => void;
  onReset: () => void;
};

export function Toolbar({ book, runs, readOnly, mayRun, onRun, onRunAll, onReset }: ToolbarProps) {
  const [asksSession, setAsksSession] = useState(false);
  return (
    <div className="sticky top-12 z-20 -mx-4 space-y-2 border-b bg-page px-4 pt-1 pb-3 md:-mx-8 md:px-8">
      <div className="flex min-w-0 items-center gap-3">
        <h1 className="min-w-0 flex-1">
          <input
            aria-label="Name of the notebook"
            value={book.name}
            maxLength={200}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => book.change({ name: event.currentTarget.value })}
            className={cn(
              "-ml-2 h-9 w-full min-w-0 truncate rounded-lg border border-transparent bg-transparent px-2",
              "text-xl font-semibold tracking-tight",
              "hover:border-line focus:border-edge",
            )}
          />
        </h1>
        <span role="status" className="text-xs text-muted">
          {readOnly ? "Read-only" : SAVING[book.saving.state]}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onRun} disabled={!mayRun} title="Run the chosen cell (Shift Enter)">
          <Play aria-hidden /> Run
        </Button>
        <Button variant="outline" onClick={onRunAll} disabled={!mayRun}>
          <FastForward aria-hidden /> Run all
        </Button>
        <Button variant="outline" onClick={() => void runs.interrupt(book.session)} disabled={!runs.busy}>
          <Square aria-hidden /> Interrupt
        </Button>
        <Button variant="outline" onClick={onReset} disabled={!mayRun || book.session === null}>
          <RotateCcw aria-hidden /> Reset
        </Button>
        <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <Button variant="outline" onClick={() => setAsksSession(true)} disabled={readOnly}>
            <UserRound aria-hidden /> Session
          </Button>
          <Export book={book} runs={runs} />
        </span>
      </div>
      {asksSession ? <SessionDialog book={book} onClose={() => setAsksSession(false)} /> : null}
    </div>
  );
}

function Export({ book: { name, cells }, runs }: Pick<ToolbarProps, "book" | "runs">) {
  const save = (text: string, ending: string, type: string) =>
    saveFile(new Blob([text], { type }), toFileName(name, ending));
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <Download aria-hidden /> Export <ChevronDown aria-hidden />
        </Button>
      }
      sections={[
        {
          key: "forms",
          items: [
            {
              key: "ipynb",
              label: "Jupyter notebook (.ipynb)",
              onSelect: () => save(toIpynb(cells, runs.runs), "ipynb", "application/x-ipynb+json"),
            },
            { key: "py", label: "Python program (.py)", onSelect: () => save(toPython(cells), "py", "text/x-python") },
          ],
        },
      ]}
    />
  );
}
