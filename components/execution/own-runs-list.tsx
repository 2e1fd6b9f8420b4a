/** The last runs of a tool in this browser; a click uses a run's arguments again. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { changeSearch } from "@/components/parts/lists/url-state";
import { chosenProject } from "@/lib/contract/client";
import { ownLog } from "./own-log";
import { findRuns } from "./own-runs";

/** Enough characters of the arguments to distinguish runs. */
const MAX_CHARACTERS = 200;

/**
 * The start of a run's arguments, read from its log: the log hides secrets, and is deleted as the project's settings
 * require.
 */
function Beginning({ log: id }: { log: string }) {
  const log = useQuery(ownLog(id));
  const { arguments: input } = (log.data?.data.request ?? {}) as { arguments?: Record<string, unknown> };
  if (log.isPending) return null;
  const words =
    input === undefined
      ? id
      : Object.entries(input)
          .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
          .join(", ");
  return <>{words.slice(0, MAX_CHARACTERS) || "No arguments"}</>;
}

/** Reads once: remounted after each run. */
export function OwnRunsList({ tool }: { tool: string }) {
  const [runs] = useState(() => findRuns(chosenProject(), tool));
  if (runs.length === 0) return null;
  return (
    <section aria-label="Recent runs" className="rounded-lg border">
      <h3 className="border-b px-3 py-2 text-xs font-medium text-muted">Recent runs (click to reuse)</h3>
      <ul className="p-1">
        {runs.map(({ log, at: time, successful }) => {
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
                <span className="min-w-0 flex-1 truncate font-mono text-xs">
                  <Beginning log={log} />
                </span>
                <span className="shrink-0 text-xs text-muted">
                  <RelativeTime at={new Date(time).toISOString()} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
