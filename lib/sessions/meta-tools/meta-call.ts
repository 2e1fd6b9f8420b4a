/** A call of a meta tool: a tool of the toolkit `composio`, which finds, connects and runs other tools. */
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/sending/trace";
import type { BatchState } from "../approvals/request-state";
import type { Session } from "../session";
import type { RunAnswer, RunPart } from "@/lib/workbench/run-answer";
import type { Answer } from "../approvals/answer";
import type { Responses } from "../approvals/responses";

export type MetaCaller = ExecutionCaller & {
  /** Whether the project's app verifies who comes back from a connect page, and how long links to one work. */
  settings: { verifiesCallbacks?: true; linkMinutes?: number };
  /** Who calls, for the record of a decision: the key or the person. */
  actor?: { id: string; name: string | null };
  /** How the caller authenticated. Code of the agent may have the key of its session, and decides about no call of its own. */
  by?: { kind: string };
};

/** Who looks on while code runs in the workbench: the notebook shows more of it than an agent is told. */
export type RunWatch = {
  part: (part: RunPart) => void;
  /** A tool was called by the code. */
  called: (call: { tool: string; logId: string | null; error: string | null }) => void;
  ended: (answer: RunAnswer) => void;
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
  /** What the client sent with a repeated call of which a part waited for an approval. */
  repeated?: { state: BatchState; responses?: Responses | undefined };
  watch?: RunWatch;
  /** Whether large answers may go to the workbench; false where the client takes them as they are. */
  offloads?: boolean;
};

/** What the client is asked for, where calls within wait for an approval. */
export type Asks = Required<Pick<Answer, "input_requests" | "approval_url">> & Pick<BatchState, "batch" | "calls">;

/** As executions answer; `data` holds what the tool gives. */
export type MetaAnswer = {
  data: Record<string, unknown>;
  error: string | null;
  successful: boolean;
  /** What was left out of the arguments. */
  warnings?: string[];
  asks?: Asks;
};

/** @throws ApiError for input that it cannot take; what fails within its work is in the answer */
export type MetaTool = (args: Record<string, unknown>, call: MetaCall) => Promise<MetaAnswer>;
