/** The stages of an execution in sequence, from its metrics. Pure. */

export type Stage = {
  key: string;
  label: string;
  kind: "own" | "queue" | "refresh" | "provider";
  ms: number;
  start: number;
};

const STAGES = [
  { key: "prepare_ms", label: "Preparing the request", kind: "own" },
  { key: "queue_ms", label: "Waiting for a turn", kind: "queue" },
  { key: "refresh_ms", label: "Refreshing the token", kind: "refresh" },
  { key: "upstream_ms", label: "Waiting for the provider", kind: "provider" },
] as const;

const REST = { key: "rest_ms", label: "Processing the response", kind: "own" } as const;

/** A smaller remainder is the rounding of the other stages. */
const MIN_REST_MS = 1;

const msOf = (metrics: Record<string, unknown>, name: string): number | undefined =>
  typeof metrics[name] === "number" ? Math.max(0, metrics[name]) : undefined;

/** Milliseconds. */
export function toStages(metrics: Record<string, unknown>): { stages: Stage[]; total: number } {
  const stageTimes = STAGES.flatMap((stage) => {
    const ms = msOf(metrics, stage.key);
    return ms === undefined ? [] : [{ ...stage, ms }];
  });
  const sum = stageTimes.reduce((all, { ms }) => all + ms, 0);
  const rest = (msOf(metrics, "duration_ms") ?? 0) - sum;
  const parts = stageTimes.length > 0 && rest >= MIN_REST_MS ? [...stageTimes, { ...REST, ms: rest }] : stageTimes;
  const stages = parts.map((part, index) => ({
    ...part,
    start: parts.slice(0, index).reduce((all, { ms }) => all + ms, 0),
  }));
  return { stages, total: Math.max(1, sum + Math.max(0, rest)) };
}
