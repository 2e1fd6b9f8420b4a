/** What can be done with the chosen triggers of a list. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { Selection } from "@/components/connected-accounts/use-selection";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { TriggerBulkKind } from "./trigger-bulk-window";
import type { ShortType, TriggerRow } from "./trigger-words";

const TriggerBulkWindow = dynamic(
  () => import("./trigger-bulk-window").then(({ TriggerBulkWindow }) => TriggerBulkWindow),
  { ssr: false },
);

const KINDS: readonly (readonly [TriggerBulkKind, string])[] = [
  ["enable", "Enable"],
  ["disable", "Disable"],
  ["delete", "Delete"],
];

type TriggerBulkBarProps = { selection: Selection<TriggerRow>; total: number; types: ReadonlyMap<string, ShortType> };

/** Stands above the list as soon as there is one, so that nothing jumps when a row is ticked. */
export function TriggerBulkBar({ selection, total, types }: TriggerBulkBarProps) {
  const [kind, setKind] = useState<TriggerBulkKind | null>(null);
  const count = selection.chosen.length;
  if (total === 0 && kind === null) return null;
  const close = () => {
    setKind(null);
    selection.clear();
  };
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2 pl-4">
      <Checkbox
        label={count > 0 ? `${count} selected` : "Select all"}
        checked={selection.all}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !selection.all;
        }}
        onChange={selection.toggleAll}
      />
      {count > 0 ? (
        <>
          {KINDS.map(([key, words]) => (
            <Button
              key={key}
              variant="outline"
              className="first-of-type:ml-2"
              aria-haspopup="dialog"
              onClick={() => setKind(key)}
            >
              {words}
            </Button>
          ))}
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </>
      ) : null}
      {kind ? <TriggerBulkWindow kind={kind} triggers={selection.chosen} types={types} onClose={close} /> : null}
    </div>
  );
}
