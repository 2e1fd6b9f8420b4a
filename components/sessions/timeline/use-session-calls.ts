/** The calls of a session, read again as soon as one more is logged. */
"use client";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { follow, pages } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { sessionCallsApi } from "@/generated/addresses/sessions/calls";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";

/** Many calls at once are one reading. */
const GATHER_MS = 500;
/** While no events arrive, the list is read this often. */
const POLL_MS = 5_000;

const hasSession = (data: unknown, id: string): boolean =>
  (data as { metadata?: { session_id?: unknown } } | null)?.metadata?.session_id === id;

/** Refreshes the lists of a session's calls when a call is logged. Returns whether events arrive. */
function useLive(id: string): boolean {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      for (const op of [sessionCallsApi.listSessionCalls, listedSessionsApi.getListedSession])
        void client.invalidateQueries({ queryKey: [op.id] });
    };
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        read();
      }, GATHER_MS);
    };
    void follow(
      logsApi.streamToolLogs,
      {},
      {
        signal: control.signal,
        onState: (state) => {
          setLive(state === "live");
          if (state === "live") readSoon();
        },
        onEvent: ({ name, data }) => {
          if (name === "gap" || hasSession(data, id)) readSoon();
        },
      },
    ).catch(() => setLive(false));
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [id, client]);
  return live;
}

export function useSessionCalls(id: string, status: "success" | "failed" | undefined) {
  const live = useLive(id);
  return useInfiniteQuery({
    ...pages(sessionCallsApi.listSessionCalls, {
      params: { session_id: id },
      query: { limit: 20, ...(status && { status }) },
    }),
    refetchInterval: live ? false : POLL_MS,
  });
}
