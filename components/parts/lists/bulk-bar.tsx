/** The actions for the chosen rows of a list. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { BulkAction, BulkRow } from "./bulk-window";
import type { Selection } from "./use-selection";

const BulkWindow = dynamic(() => import("./bulk-window").then(({ BulkWindow }) => BulkWindow), { ssr: false });

type BulkBarProps = {
  actions: readonly BulkAction[];
  words: readonly [string, string];
  /** The chosen rows. */
  rows: readonly BulkRow[];
  /** How many rows the list has. */
  total: number;
  selection: Pick<Selection<{ id: string }>, "all" | "toggleAll" | "clear">;
  onDone: () => Promise<unknown>;
};

/** Shown above the list as soon as it has a row, so that nothing moves when a row is ticked. */
export function BulkBar({ actions, words, rows, total, selection, onDone }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction | null>(null);
  if (total === 0 && action === null) return null;
  const close = () => {
    setAction(null);
    selection.clear();
  };
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2 pl-4">
      <Checkbox
        label={rows.length > 0 ? `${rows.length} selected` : "Select all"}
        checked={selection.all}
        ref={(box) => {
          if (box) box.indeterminate = rows.length > 0 && !selection.all;
        }}
        onChange={selection.toggleAll}
      />
      {rows.length > 0 ? (
        <>
          {actions.map((bulkAction) => (
            <Button
              key={bulkAction.verb}
              variant="outline"
              className="first-of-type:ml-2"
              aria-haspopup="dialog"
              onClick={() => setAction(bulkAction)}
            >
              {bulkAction.verb}
            </Button>
          ))}
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </>
      ) : null}
      {action ? <BulkWindow action={action} words={words} rows={rows} onDone={onDone} onClose={close} /> : null}
    </div>
  );
}
