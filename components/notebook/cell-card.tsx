/** A cell: its code, its output, and its actions. */
"use client";
import { ArrowDown, ArrowUp, Ellipsis, Play, Plus, Square, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Menu } from "@/components/ui/menu";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CellEditor } from "./cell-editor";
import { CellOutput, RunFacts } from "./cell-output";
import type { Completion } from "./cell-editor-props";
import { type Cell, type CellKind, KIND_WORDS, type Run } from "./cells";
import { useKeys } from "./use-keys";

export type CellActions = {
  change: (key: string, changes: Partial<Omit<Cell, "key">>) => void;
  run: (key: string, then: "next" | "stay") => void;
  interrupt: () => void;
  insert: (key: string, where: "above" | "below") => void;
  remove: (key: string) => void;
  undo: () => void;
  move: (key: string, by: -1 | 1) => void;
  /**
   * Selects the cell that receives the keys: `edit` puts the cursor into its editor, `card` activates the notebook's
   * keys.
   */
  select: (key: string, how: "card" | "edit" | "here") => void;
  step: (key: string, by: -1 | 1) => void;
  download: (path: string) => void;
  complete: (code: string, position: number) => Promise<Completion>;
};

type CellCardProps = {
  cell: Cell;
  at: number;
  run: Run | undefined;
  /** How the cell is selected; the number increases with each selection. */
  chosen: { edit: number; card: number } | null;
  readOnly: boolean;
  mayRun: boolean;
  actions: CellActions;
};

export function CellCard({ cell, at: index, run, chosen: selection, readOnly, mayRun, actions }: CellCardProps) {
  const { key, kind, source } = cell;
  const label = `cell ${index + 1}`;
  const card = useRef<HTMLElement>(null);
  const keys = useKeys({
    run: (then) => actions.run(key, then),
    edit: () => actions.select(key, "edit"),
    insert: (where) => actions.insert(key, where),
    remove: () => actions.remove(key),
    undo: actions.undo,
    select: (by) => actions.step(key, by),
  });
  const focus = selection?.card ?? 0;
  useEffect(() => {
    if (focus > 0) card.current?.focus();
  }, [focus]);
  return (
    <section
      ref={card}
      aria-label={`${KIND_WORDS[kind]} ${label}`}
      tabIndex={0}
      onKeyDown={keys}
      onFocus={(event) => event.target === event.currentTarget && !selection && actions.select(key, "here")}
      className={cn(
        "group/cell relative min-w-0 scroll-mt-28 overflow-hidden rounded-lg border bg-page outline-none " +
          "focus-visible:ring-2 focus-visible:ring-signal",
        selection && "border-edge",
      )}
    >
      <div className={cn("min-w-0", kind !== "text" && "bg-surface")}>
        <CellHead cell={cell} at={index} run={run} readOnly={readOnly} mayRun={mayRun} actions={actions} />
        <CellEditor
          label={`${kind === "text" ? "Text" : "Code"} of ${label}`}
          kind={kind}
          value={source}
          onChange={(text) => actions.change(key, { source: text })}
          onFocus={() => !selection && actions.select(key, "here")}
          onRun={(then) => actions.run(key, then)}
          onLeave={() => card.current?.focus()}
          complete={actions.complete}
          focused={selection?.edit ?? 0}
          readOnly={readOnly}
        />
      </div>
      {run ? <CellOutput run={run} label={label} onDownload={actions.download} /> : null}
    </section>
  );
}

function CellHead({ cell: { key, kind }, at: index, run, readOnly, mayRun, actions }: Omit<CellCardProps, "chosen">) {
  const isRunning = run?.state === "running" || run?.state === "preparing";
  return (
    <div className="flex h-9 items-center gap-2 pr-1 pl-1 text-xs text-muted">
      {kind === "text" ? (
        <span className="size-8" />
      ) : isRunning ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Interrupt cell ${index + 1}`}
          title="Interrupt"
          onClick={actions.interrupt}
        >
          <Square aria-hidden className="fill-signal text-signal" />
        </Button>
      ) : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Run cell ${index + 1}`}
          title="Run (Shift Enter)"
          disabled={!mayRun}
          onClick={() => actions.run(key, "stay")}
        >
          <Play aria-hidden />
        </Button>
      )}
      <span className="font-mono tabular-nums">{index + 1}</span>
      <span>{KIND_WORDS[kind]}</span>
      <span className="ml-auto flex items-center gap-2 truncate">{run ? <RunFacts run={run} /> : null}</span>
      {readOnly ? null : <CellMenu cellKey={key} kind={kind} at={index} actions={actions} />}
    </div>
  );
}

function CellMenu({
  cellKey,
  kind,
  at: index,
  actions,
}: {
  cellKey: string;
  kind: CellKind;
  at: number;
  actions: CellActions;
}) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More about cell ${index + 1}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
      sections={[
        {
          key: "kind",
          label: "Language",
          choice: { value: kind, onChange: (next) => actions.change(cellKey, { kind: next as CellKind }) },
          items: Object.entries(KIND_WORDS).map(([name, word]) => ({ key: name, label: word })),
        },
        {
          key: "place",
          items: [
            { key: "above", label: "Insert above", Icon: Plus, onSelect: () => actions.insert(cellKey, "above") },
            { key: "below", label: "Insert below", Icon: Plus, onSelect: () => actions.insert(cellKey, "below") },
            { key: "up", label: "Move up", Icon: ArrowUp, onSelect: () => actions.move(cellKey, -1) },
            { key: "down", label: "Move down", Icon: ArrowDown, onSelect: () => actions.move(cellKey, 1) },
            { key: "delete", label: "Delete", Icon: Trash2, onSelect: () => actions.remove(cellKey) },
          ],
        },
      ]}
    />
  );
}
