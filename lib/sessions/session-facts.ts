/** What the calls of a session know of the API request behind them. */
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import type { ExecutionFacts } from "@/lib/execution/sending/trace";
import { toLogSource } from "@/lib/logs/log-source";
import type { MetaCaller } from "./meta-tools/meta-call";

type RequestFacts = {
  headers: { get: (name: string) => string | null };
  signal: AbortSignal;
  requestId: string;
  audit: NonNullable<ExecutionFacts["audit"]>;
};
type Asking = MetaCaller & Parameters<typeof toVersionChoice>[0];

/** @param repeats what the request says of its repetition */
export const sessionFacts = (
  caller: Asking,
  { headers, signal, requestId, audit }: RequestFacts,
  repeats: Pick<ExecutionFacts, "idempotencyKey" | "onReplay" | "isRetry">,
): ExecutionFacts => ({
  source: toLogSource(headers),
  signal,
  requestId,
  audit,
  // Sessions have no versions of their own: the project's, or the latest.
  versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
  ...repeats,
});
