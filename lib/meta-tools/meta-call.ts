/** A call of a meta tool: a tool of the toolkit `composio`, which finds, connects and runs other tools. */
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/sending/trace";
import type { Session } from "@/lib/tool-router/sessions/session";

export type MetaCaller = ExecutionCaller & {
  /** Whether the project's app verifies who comes back from a connect page. */
  settings: { verifiesCallbacks?: true };
};

export type MetaCall = {
  caller: MetaCaller;
  /** The session that the call belongs to. One without a session of its own has an implicit one, which limits nothing. */
  session: Session;
  /**
   * For the calls within: `parent` is set. `idempotencyKey` is the key of the whole call, which is taken already: a tool that
   * runs others makes a key for each of it (`<key>:<index>`).
   */
  facts: ExecutionFacts;
  /** The account to use, by id or alias, where the caller names one. */
  account?: string;
};

/** As executions answer; `data` holds what the tool gives. */
export type MetaAnswer = { data: Record<string, unknown>; error: string | null; successful: boolean };

/** @throws ApiError for input that it cannot take; what fails within its work is in the answer */
export type MetaTool = (args: Record<string, unknown>, call: MetaCall) => Promise<MetaAnswer>;
