/** The actions for the chosen rows of a list, or for everything that matches its filters. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { BulkAction, BulkRow } from "./bulk-window";
import type { Selection } from "./use-selection";

const BulkWindow = dynamic(() => import("./bulk-window").then(({ BulkWindow }) => BulkWindow), { ssr: false });
const ManyWindow = dynamic(() => import("./many-window").then(({ ManyWindow }) => ManyWindow), { ssr: false });

type BulkBarProps = {
  actions: readonly BulkAction[];
  words: readonly [string, string];
  /** The chosen rows. */
  rows: readonly BulkRow[];
  /** How many rows match the filters, loaded or not. */
  matching: number;
  selection: Pick<Selection<{ id: string }>, "all" | "everything" | "chooseEverything" | "clear">;
  onDone: () => Promise<unknown>;
};

const count = (number: number): string => number.toLocaleString("en");

/** Below the list and always in sight, so that nothing moves when a row is ticked. */
export function BulkBar({ actions, words, rows, matching, selection, onDone }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction | null>(null);
  const { all, everything, chooseEverything, clear } = selection;
  if (rows.length === 0 && !everything && action === null) return null;
  const close = () => {
    setAction(null);
    clear();
  };
  return (
    <section
      aria-label="Selection"
      className="sticky bottom-4 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-lg border bg-raised p-2 pl-4 text-sm"
    >
      <span role="status">{everything ? `All ${count(matching)} selected` : `${count(rows.length)} selected`}</span>
      {all && !everything && matching > rows.length ? (
        <Button variant="ghost" className="underline underline-offset-4" onClick={chooseEverything}>
          Select all {count(matching)} that match
        </Button>
      ) : null}
      <span className="ml-auto flex flex-wrap gap-2">
        {actions.map((bulkAction) => (
          <Button
            key={bulkAction.verb}
            variant="outline"
            className={cn(bulkAction.erases && "text-danger")}
            aria-haspopup="dialog"
            onClick={() => setAction(bulkAction)}
          >
            {bulkAction.verb}
          </Button>
        ))}
        <Button variant="ghost" onClick={clear}>
          Clear
        </Button>
      </span>
      {action && everything ? (
        <ManyWindow action={action} words={words} matching={matching} onDone={onDone} onClose={close} />
      ) : null}
      {action && !everything ? (
        <BulkWindow action={action} words={words} rows={rows} onDone={onDone} onClose={close} />
      ) : null}
    </section>
  );
}
