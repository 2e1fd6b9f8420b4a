/** The steps of a session that was used before, rebuilt from its logged calls. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { toLogFields } from "@/components/logs/log-fields";
import { call, type ResultOf } from "@/lib/contract/client";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { logsApi } from "@/generated/addresses/logs";
import { sessionCallsApi } from "@/generated/addresses/sessions/calls";
import type { Step } from "./steps";

/** Enough for a task; the page of the session has the rest. */
const MOST_STEPS = 20;

type Log = ResultOf<typeof logsApi.getToolLog>;

const toValues = (value: unknown): Values => (isObject(value) ? value : {});

/** A step as it ended, from its log. Pure. */
function toLoggedStep(log: Pick<Log, "id" | "status" | "metadata" | "metrics" | "data">): Step {
  const { request, response, error } = log.data;
  const { tool, durationMs } = toLogFields(log);
  return {
    id: log.id,
    tool,
    sent: toValues(toValues(request).arguments),
    state: "done",
    answer: {
      successful: log.status === "success",
      // The log wraps what the tool gave.
      data: toValues(toValues(response).data),
      error: typeof error === "string" ? error : null,
      log_id: log.id,
    },
    ...(durationMs !== undefined && { ms: durationMs }),
    isFromLog: true,
  };
}

async function readSteps(session_id: string, signal: AbortSignal): Promise<Step[]> {
  const params = { session_id };
  const { items } = await call(sessionCallsApi.listSessionCalls, { params, query: { limit: MOST_STEPS } }, signal);
  const logs = await Promise.all(items.map(({ id }) => call(logsApi.getToolLog, { params: { id } }, signal)));
  return logs.reverse().map(toLoggedStep);
}

/** @param session empty for a new session */
export function useLoggedSteps(session: string) {
  const steps = useQuery({
    queryKey: [sessionCallsApi.listSessionCalls.id, "steps", session],
    queryFn: ({ signal }) => readSteps(session, signal),
    enabled: session !== "",
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return {
    steps: session === "" ? [] : (steps.data ?? []),
    isLoading: session !== "" && steps.isLoading,
    error: steps.error,
  };
}
