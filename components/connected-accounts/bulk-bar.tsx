/** What can be done with the chosen accounts of a list. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { AccountRow } from "./account-status";
import type { BulkKind } from "./bulk-window";
import type { Selection } from "./use-selection";

const BulkWindow = dynamic(() => import("./bulk-window").then(({ BulkWindow }) => BulkWindow), { ssr: false });

/** Stands above the list as soon as there is one, so that nothing jumps when a row is ticked. */
export function BulkBar({ selection, total }: { selection: Selection<AccountRow>; total: number }) {
  const [kind, setKind] = useState<BulkKind | null>(null);
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
          <Button variant="outline" className="ml-2" aria-haspopup="dialog" onClick={() => setKind("disable")}>
            Disable
          </Button>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setKind("delete")}>
            Delete
          </Button>
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </>
      ) : null}
      {kind ? <BulkWindow kind={kind} accounts={selection.chosen} onClose={close} /> : null}
    </div>
  );
}
