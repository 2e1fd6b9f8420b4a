/** The last runs of a tool in this browser; one click takes a run's arguments over. */
"use client";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { RelativeTime } from "@/components/parts/relative-time";
import { changeSearch } from "@/components/parts/url-state";
import { chosenProject } from "@/lib/contract/client";
import { findRuns } from "./own-runs";

/** Reads once: born anew after each run. */
export function OwnRunsList({ tool }: { tool: string }) {
  const [runs] = useState(() => findRuns(chosenProject(), tool));
  if (runs.length === 0) return null;
  return (
    <section aria-label="Your last runs" className="rounded-lg border">
      <h3 className="border-b px-3 py-2 text-xs font-medium text-muted">
        Your last runs: choose one to use its arguments again
      </h3>
      <ul className="p-1">
        {runs.map(({ log, at, successful }) => {
          const Icon = successful ? CircleCheck : CircleX;
          return (
            <li key={log}>
              <button
                type="button"
                onClick={() => changeSearch({ log }, "push")}
                className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover"
              >
                <Icon
                  role="img"
                  aria-label={successful ? "Succeeded" : "Failed"}
                  className={`size-4 shrink-0 ${successful ? "text-green" : "text-danger"}`}
                />
                <RelativeTime at={new Date(at).toISOString()} />
                <span className="ml-auto truncate font-mono text-xs text-muted">{log}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
