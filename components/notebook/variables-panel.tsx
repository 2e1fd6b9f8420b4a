/** The variables of the interpreter. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Variable } from "lucide-react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { notebookApi } from "@/generated/addresses/notebook";

/** Every finished cell reloads the list; this interval is for code that others run in the session. */
const EVERY_MS = 10_000;

const Nothing = () => (
  <div className="rounded-lg border">
    <EmptyState Icon={Variable} title="No variables">
      Variables assigned in Python cells appear here.
    </EmptyState>
  </div>
);

export function VariablesPanel({ session }: { session: string | null }) {
  return session ? <VariableList session={session} /> : <Nothing />;
}

function VariableList({ session }: { session: string }) {
  const variables = useQuery({
    ...query(notebookApi.listVariables, { params: { session_id: session } }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView
      query={variables}
      what="variables"
      skeleton={<Skeleton className="h-24" />}
      isEmpty={({ items, busy }) => items.length === 0 && !busy}
      empty={<Nothing />}
    >
      {({ items, busy }) =>
        busy ? (
          <p className="text-sm text-muted">Variables update when the running cell finishes.</p>
        ) : (
          <ul className="max-h-[28rem] overflow-y-auto rounded-lg border">
            {items.map(({ name, type, size, value }) => (
              <li key={name} className="min-w-0 border-t px-2.5 py-1.5 first:border-t-0">
                <span className="flex min-w-0 items-baseline justify-between gap-2">
                  <code className="truncate font-mono text-xs font-medium" title={name}>
                    {name}
                  </code>
                  <span className="shrink-0 text-xs text-muted">
                    {type} {size}
                  </span>
                </span>
                {value ? <code className="block truncate font-mono text-xs text-muted">{value}</code> : null}
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
