/** Listens for the next execution that a program asked for, while the component is on the screen. */
"use client";
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { toCalledFrom } from "@/components/logs/called-from";
import { logsApi } from "@/generated/addresses/logs";
import { overviewApi } from "@/generated/addresses/overview";
import { call, type ResultOf, type SentTo } from "@/lib/contract/client";

const EVERY_MS = 2_500;
/** A burst of calls between two looks is longer than this only under load, and then any of them will do. */
const ROWS = 20;

type LogRow = ResultOf<typeof logsApi.listToolLogs>["logs"][number];
type LogFilters = NonNullable<SentTo<typeof logsApi.listToolLogs>["body"]["filters"]>;

export type FirstCall = { row: LogRow; from: string };

/** IDs of the rows that were there before, or that this dashboard asked for; null before the first look. */
type OldRows = { ids: Set<string> | null };

/** Only the details of a row contain the caller; the dashboard calls with a browser. */
async function findCall(oldRows: OldRows, filters: LogFilters, signal: AbortSignal): Promise<FirstCall | null> {
  const { logs } = await call(logsApi.listToolLogs, { body: { limit: ROWS, filters } }, signal);
  if (oldRows.ids === null) {
    oldRows.ids = new Set(logs.map(({ id }) => id));
    return null;
  }
  for (const row of logs.toReversed()) {
    if (oldRows.ids.has(row.id)) continue;
    const { source } = await call(logsApi.getToolLog, { params: { id: row.id } }, signal);
    oldRows.ids.add(row.id);
    const { words, raw } = toCalledFrom(source);
    if (!raw.includes("Mozilla/")) return { row, from: words };
  }
  return null;
}

/** The home page counts it, and lists show it. */
function refresh(client: QueryClient): void {
  for (const { id } of [overviewApi.getOverview, logsApi.listToolLogs]) {
    void client.invalidateQueries({ queryKey: [id] });
  }
}

/**
 * The first call since the component appeared; null before it.
 *
 * @param filters limit it to a session or an MCP server; must not change
 */
export function useFirstCall(filters: LogFilters = []): { call: FirstCall | null; listens: boolean } {
  const client = useQueryClient();
  const [oldRows] = useState<OldRows>(() => ({ ids: null }));
  const mayRead = useMay("observability:read");
  const { data } = useQuery({
    // Each place on a page listens on its own: each has its own old rows.
    queryKey: ["first-call", useId()],
    queryFn: async ({ signal }) => {
      const first = await findCall(oldRows, filters, signal);
      if (first) refresh(client);
      return first;
    },
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data ? false : EVERY_MS),
    refetchOnWindowFocus: ({ state }) => !state.data,
    gcTime: 0,
    retry: false,
  });
  return { call: data ?? null, listens: mayRead };
}
