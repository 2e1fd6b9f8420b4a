/** A call of a meta tool: a tool of the toolkit `composio`, which finds, connects and runs other tools. */
import type { Reach } from "@/lib/access/caller";
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/execution-facts";
import type { BatchState } from "../approvals/request-state";
import type { Session } from "../session";
import type { RunAnswer, RunPart } from "@/lib/workbench/run-answer";
import type { Permission } from "@/lib/contract/permission";
import type { Answer } from "../approvals/answer";
import type { Responses } from "../approvals/responses";

export type MetaCaller = ExecutionCaller & {
  /** Whether the project's app verifies who comes back from a connect page, and how long links to one work. */
  settings: { verifiesCallbacks?: true; linkMinutes?: number };
  /** The calling key or person, for the record of a decision. */
  actor?: { id: string; name: string | null };
  /**
   * How the caller authenticated. The agent's code can hold the session's key; such a caller may not decide about its
   * own calls.
   */
  by?: { kind: string; permissions?: ReadonlySet<Permission>; reach?: Reach };
};

/** Whether the caller may answer what a call waits for. */
export const mayDecide = ({ by }: MetaCaller): boolean =>
  by?.kind !== "sessionKey" && (by?.permissions?.has("sessions:write") ?? true);

/** Observes code that runs in the workbench: the notebook shows more of it than the agent receives. */
export type RunWatch = {
  part: (part: RunPart) => void;
  /** Called when the code has called a tool. */
  called: (call: { tool: string; logId: string | null; error: string | null }) => void;
  ended: (answer: RunAnswer) => void;
};

export type MetaCall = {
  caller: MetaCaller;
  /** The session of the call. A call without a session gets an implicit session, which limits nothing. */
  session: Session;
  /**
   * The facts for inner calls: `parent` is set. `idempotencyKey` is the key of the whole call, which is already
   * claimed: a tool that runs others derives a key for each of them (`<key>:<index>`).
   */
  facts: ExecutionFacts;
  /** The account to use, by id or alias, if the caller names an account. */
  account?: string;
  /** The client's state and responses, if it repeats a call with parts that waited for an approval. */
  repeated?: { state: BatchState; responses?: Responses | undefined };
  watch?: RunWatch;
  /** Whether large answers can go to the workbench; false if the client takes them inline. */
  offloads?: boolean;
};

/** The questions for the client, if inner calls wait for an approval. */
export type Asks = Required<Pick<Answer, "input_requests" | "approval_url">> & Pick<BatchState, "batch" | "calls">;

/** The form of an execution's response; `data` contains the tool's result. */
export type MetaAnswer = {
  data: Record<string, unknown>;
  error: string | null;
  successful: boolean;
  /** Notes about arguments that were left out. */
  warnings?: string[];
  asks?: Asks;
} & Partial<Pick<Answer, "reason" | "block_reason" | "message" | "hook_results">>;

/** @throws ApiError for input that the tool cannot take; other failures are in the response */
export type MetaTool = (args: Record<string, unknown>, call: MetaCall) => Promise<MetaAnswer>;
