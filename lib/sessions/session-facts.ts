/** Facts about the API request that the calls of a session belong to. */
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { toLogSource } from "@/lib/logs/log-source";
import type { MetaCaller } from "./meta-tools/meta-call";

type RequestFacts = {
  headers: { get: (name: string) => string | null };
  signal: AbortSignal;
  requestId: string;
  audit: NonNullable<ExecutionFacts["audit"]>;
};
type Caller = MetaCaller & Parameters<typeof toVersionChoice>[0];

/** @param repeats the request's headers about repetition */
export const sessionFacts = (
  caller: Caller,
  { headers, signal, requestId, audit }: RequestFacts,
  repeats: Pick<ExecutionFacts, "idempotencyKey" | "onReplay" | "isRetry">,
): ExecutionFacts => ({
  source: toLogSource(headers),
  signal,
  requestId,
  audit,
  // Sessions do not set toolkit versions: the project's versions apply, or the latest.
  versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
  ...repeats,
});
