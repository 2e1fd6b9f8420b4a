/** Counts executions, and what providers answer to their requests. */
import { toToolkitLabel } from "@/lib/catalog/read/catalog";
import { declareCounter } from "@/lib/kernel/metrics/counter";
import { declareHistogram } from "@/lib/kernel/metrics/histogram";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";

const executions = declareCounter({
  name: "patchbay_executions_total",
  help: "Executions that ended in this copy, by toolkit (other: a project's own toolkit, or none) and outcome.",
  labels: ["toolkit", "kind", "outcome"],
});
const executionTimes = declareHistogram({
  name: "patchbay_execution_duration_seconds",
  help: "Time of an execution from its request to its row in the log.",
  labels: ["kind"],
});
const errors = declareCounter({
  name: "patchbay_provider_errors_total",
  help: "Requests to providers that failed, each attempt on its own, by toolkit and class of the error.",
  labels: ["toolkit", "class"],
});
const requestTimes = declareHistogram({
  name: "patchbay_provider_request_duration_seconds",
  help: "Time of one request to a provider, without the time that it waited for its turn.",
  labels: [],
});

/** @param durationMs from the request to the end */
export function countExecution(
  { toolkitSlug, kind }: { toolkitSlug: string; kind: string },
  successful: boolean,
  durationMs: number,
): void {
  executions.add([toToolkitLabel(toolkitSlug), kind, successful ? "success" : "failed"]);
  executionTimes.observe([kind], durationMs / 1000);
}

const CLASS_BY_STATUS: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  429: "rate_limited",
};

/** The class of an answer that is an error, or of a request without an answer; undefined for all others. */
function classOf(outcome: OutboundResponse | OutboundError): string | undefined {
  if (outcome instanceof OutboundError) return outcome.phase.replace("-", "_");
  const { status } = outcome;
  if (status < 400) return undefined;
  return CLASS_BY_STATUS[status] ?? (status < 500 ? "client_error" : "server_error");
}

/** @param durationMs without the time that the request waited for its turn */
export function countProviderRequest(
  toolkitSlug: string,
  outcome: OutboundResponse | OutboundError,
  durationMs: number,
): void {
  requestTimes.observe([], durationMs / 1000);
  const errorClass = classOf(outcome);
  if (errorClass) errors.add([toToolkitLabel(toolkitSlug), errorClass]);
}
