/**
 * Keeps the event log live: a message on the stream makes the list read itself again at once, and a timer covers what
 * the stream leaves out.
 */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveState } from "@/components/parts/lists/filters";
import { follow } from "@/lib/contract/client";
import { realtimeApi } from "@/generated/addresses/realtime";
import { eventsApi } from "@/generated/addresses/webhooks/log";

/** A burst of events is read together. */
const TOGETHER_MS = 250;

export function useLiveEvents(enabled: boolean): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<"live" | "waiting">("waiting");
  useEffect(() => {
    if (!enabled) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reread = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: [eventsApi.listEvents.id] });
      }, TOGETHER_MS);
    };
    void follow(
      realtimeApi.streamEvents,
      {},
      {
        signal: control.signal,
        onState: (next) => {
          setState(next);
          if (next === "live") reread();
        },
        onEvent: reread,
      },
    ).catch(() => setState("waiting"));
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [enabled, client]);
  return enabled ? state : "off";
}
