/** Executions in the form of the older log operations. Pure. */
import { cutText } from "@/lib/kernel/text/storable";
import type { z } from "zod";
import { env } from "@/lib/kernel/process/env";
import type { ActionExecution, ActionExecutionDetail } from "./contract";
import type { ToolLogRow } from "../find-tool-logs";

type Detail = z.output<typeof ActionExecutionDetail>;
type Step = Detail["steps"][number];
type Facts = Record<string, unknown>;

/** Characters of an answer that a list shows. */
const MINIMAL = 200;

const toApp = (slug: string) => ({
  name: slug,
  uniqueId: slug,
  icon: `${env().publicUrl}/logos/${encodeURIComponent(slug)}`,
});

const isFacts = (value: unknown): value is Facts =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const toFacts = (value: unknown): Facts => (isFacts(value) ? value : {});
const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(toFacts(value)).map(([name, fact]) => [name, String(fact)]));

export function toActionExecution(row: ToolLogRow): z.output<typeof ActionExecution> {
  const { uniqueId: _same, ...app } = toApp(row.toolkit_slug);
  return {
    id: row.id,
    actionKey: row.tool_slug,
    appKey: row.toolkit_slug,
    app,
    connectedAccountId: row.account_id ?? "",
    entityId: row.user_id ?? "",
    status: row.status === "success" ? "success" : "failed",
    executionTime: row.duration_ms,
    minimalResponse: cutText(row.error ?? JSON.stringify(toFacts(row.response).data ?? {}), MINIMAL),
    metadata: {},
    createdAt: row.created_at.getTime(),
  };
}

/** Getting the account's credentials, a renewal included, and then the execution itself. */
function toSteps(row: ToolLogRow): Step[] {
  const start = row.created_at.getTime();
  const end = start + row.duration_ms;
  const ready = Math.min(end, start + Math.round((row.timings.prepareMs ?? 0) + (row.timings.refreshMs ?? 0)));
  const successful = row.status === "success";
  const network = toNetworkLog(row, ready);
  const fetched: Step[] = row.account_id
    ? [
        {
          type: "fetch_connection_details",
          startTime: start,
          endTime: ready,
          totalDuration: ready - start,
          status: "success",
          message: "The account's credentials were opened.",
        },
      ]
    : [];
  return [
    ...fetched,
    {
      type: "tool_execution",
      startTime: ready,
      endTime: end,
      totalDuration: end - ready,
      status: successful ? "success" : "failure",
      message: row.error ?? "The tool was executed.",
      ...(network && { logs: [network] }),
    },
  ];
}

function toNetworkLog(row: ToolLogRow, time: number): NonNullable<Step["logs"]>[number] | undefined {
  const { http } = toFacts(row.request);
  if (!isFacts(http)) return undefined;
  const { status } = toFacts(row.response);
  return {
    type: "network",
    level: row.status === "success" ? "info" : "error",
    message: `${String(http.method)} ${String(http.url)}`,
    requestId: row.request_id ?? "",
    time,
    request: {
      method: String(http.method),
      url: String(http.url),
      headers: texts(http.headers),
      ...(isFacts(http.body) && { json: http.body }),
    },
    // 0 stands for a provider that did not answer
    response: { status: typeof status === "number" ? status : 0, time: `${row.timings.upstreamMs ?? 0} ms` },
  };
}

export function toActionDetail(row: ToolLogRow): Detail {
  const start = row.created_at.getTime();
  return {
    actionLogId: row.id,
    actionId: row.tool_slug,
    status: row.status === "success" ? "success" : "error",
    app: toApp(row.toolkit_slug),
    version: row.version ?? "",
    connection: { id: row.account_id ?? "", entity: row.user_id ?? "" },
    session: row.session_id ? { id: row.session_id } : {},
    executionMetadata: {
      source: row.source,
      timings: row.timings,
      ...(row.account !== null && { account: row.account }),
      ...(row.request_id && { request_id: row.request_id }),
    },
    steps: toSteps(row),
    payloadReceived: toFacts(toFacts(row.request).arguments),
    startTime: start,
    endTime: start + row.duration_ms,
    totalDuration: `${row.duration_ms} ms`,
    response: toFacts(row.response),
    error: row.error === null ? {} : { message: row.error },
  };
}
