/** The figures of the chart as a table, on demand. */
"use client";
import { useState } from "react";
import { useTimes } from "@/components/parts/display/clock";
import { DataTable, type Column } from "@/components/parts/lists/data-table";
import { Button } from "@/components/ui/button";
import { toMs, toNumber, toStepName, type Step, type UsageNumbers } from "./usage-data";

export function StepTable({ usage: { steps, step_seconds: seconds } }: { usage: UsageNumbers }) {
  const [open, setOpen] = useState(false);
  const times = useTimes();
  const right = "text-right tabular-nums";
  const columns: Column<Step>[] = [
    { heading: "From", cell: ({ at: time }) => toStepName(time, seconds, times) },
    { heading: "Calls", className: right, cell: ({ calls }) => toNumber(calls) },
    { heading: "Failed", className: right, cell: ({ failed }) => toNumber(failed) },
    { heading: "p50", wide: "md", className: right, cell: (step) => toMs(step.p50_ms) },
    { heading: "p95", wide: "md", className: right, cell: (step) => toMs(step.p95_ms) },
  ];
  const rows = steps.filter(({ calls }) => calls > 0).reverse();
  return (
    <div className="mt-2">
      <Button variant="ghost" className="-ml-2" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide the table" : "Show as a table"}
      </Button>
      {open ? (
        <div className="mt-2 max-h-80 overflow-y-auto rounded-lg border">
          <DataTable caption="Calls over time, newest first" columns={columns} rows={rows} rowKey={(step) => step.at} />
        </div>
      ) : null}
    </div>
  );
}
