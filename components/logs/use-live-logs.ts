/** New executions as they are logged: put on top of the list that is on the screen, without reading it again. */
"use client";
import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveState } from "@/components/parts/lists/filters";
import { follow, pages, type ResultOf } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import type { LogRow } from "./log-fields";
import { matchesQuery, type toLogQuery } from "./log-filters";

/** During a text search, the list is reloaded at most once in this interval. */
const REREAD_MS = 1_000;

type Body = ReturnType<typeof toLogQuery>;
type Pages = InfiniteData<ResultOf<typeof logsApi.listToolLogs>, string | null>;

/** The list with a new row on top; a row that is already in the list is not added again. */
export function withRow(data: Pages | undefined, log: LogRow): Pages | undefined {
  const [first, ...rest] = data?.pages ?? [];
  if (!data || !first || data.pages.some(({ logs }) => logs.some(({ id }) => id === log.id))) return data;
  return { ...data, pages: [{ ...first, logs: [log, ...first.logs] }, ...rest] };
}

export function useLiveLogs(enabled: boolean, body: Body): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<"live" | "waiting">("waiting");
  const key = JSON.stringify(body);
  useEffect(() => {
    if (!enabled) return;
    const control = new AbortController();
    const queryBody = JSON.parse(key) as Body;
    const { queryKey } = pages(logsApi.listToolLogs, { body: queryBody });
    const reread = () => void client.invalidateQueries({ queryKey });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rereadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reread();
      }, REREAD_MS);
    };
    void follow(
      logsApi.streamToolLogs,
      {},
      {
        signal: control.signal,
        onState: (next) => {
          setState(next);
          if (next === "live") reread();
        },
        onEvent: ({ name, data }) => {
          if (name === "gap") return reread();
          // only the server knows the searchable text of a row
          if (name === "log" && queryBody.search) return rereadSoon();
          const log = data as LogRow;
          if (name === "log" && matchesQuery(queryBody, log))
            client.setQueryData<Pages>(queryKey, (before) => withRow(before, log));
        },
      },
    ).catch(() => setState("waiting"));
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [enabled, key, client]);
  return enabled ? state : "off";
}
