/** The caller of an execution, and the facts of the API request behind it. */
import type { Reach } from "@/lib/access/caller";
import type { RecordChange } from "@/lib/access/record-audit";
import type { MissingVersion, VersionChoice } from "@/lib/catalog/read/resolve-version";
import type { AccountRules } from "@/lib/connected-accounts/accounts/choose-account";
import type { ResponseShape } from "@/lib/contract/response-shape";
import type { ApiError } from "@/lib/kernel/errors";
import type { Questioner } from "@/lib/mcp-client/server-question";
import type { SessionHook } from "./contract";
import type { LogSource } from "@/lib/logs/log-source";
import type { ExecutionLog } from "@/lib/logs/record-execution";

/** The project that executes, with its settings. */
export type ExecutionCaller = {
  projectId: string;
  /** How the caller authenticated; absent for work of the server itself. */
  by?: { kind: string; keyId?: string; reach?: Reach };
  settings: {
    storePayloads: boolean;
    credentialsElsewhere?: true;
    defaultResponse?: ResponseShape;
    rateLimits?: { endUser?: { requests: number; seconds: number } };
  };
};

/** What an execution really ran, whatever names the request used. */
export type ExecutionChoice = {
  toolSlug: string | null | undefined;
  account: { id: string; userId: string } | undefined;
};

/** The facts of the API request behind an execution. */
export type ExecutionFacts = {
  source: LogSource;
  /** `req_...`, the same as in the header of the answer. */
  requestId: string;
  /** Aborts when the caller hangs up. */
  signal?: AbortSignal;
  /** Receives the progress that an MCP server reports. */
  onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /** Answers what an MCP server asks a person in the middle of a call. */
  questioner?: Questioner;
  sessionId?: string;
  /** The hooks of the session: each of its calls has them. */
  hooks?: readonly SessionHook[];
  /** The tool-execution webhook of the project. */
  projectHooks?: readonly SessionHook[];
  /** The MCP server that was called. */
  mcpServerId?: string;
  /** How small answers are of calls that ask for nothing themselves. */
  defaultResponse?: ResponseShape | undefined;
  /** The decision that allowed the call, if it needed an approval. */
  approval?: Record<string, unknown>;
  /** Whether a person allowed all calls of the tool in the session. */
  isGranted?: boolean;
  /** The API key that sent the call first, where another caller carries it out. */
  policyKeyId?: string;
  /** The refusal of a call that a rule forbids: the call gets its row in the log, and nothing is sent. */
  refusal?: ApiError;
  /** Limits on the choice of an account that an MCP server sets. */
  accountRules?: AccountRules;
  /** The execution that this execution is a part of. */
  parent?: { logId: string; toolSlug: string };
  /** For the whole execution; default 60,000. */
  timeoutMs?: number;
  /** Requests of a project with the same key and body are executed once and get the same answer. */
  idempotencyKey?: string;
  /** Whether the client marked this request as a retry. */
  isRetry?: boolean;
  /** Called if the answer is that of an earlier request. */
  onReplay?: () => void;
  /** The version for a request that names none, and whether it is strict; default: the latest, not strict. */
  versions?: Omit<VersionChoice, "asked">;
  /** Called if the request names a version that this server does not have. */
  onMissingVersion?: (missing: MissingVersion) => void;
  /** Called with the choice of tool and account, before anything is sent; not for the answer of an earlier request. */
  onChoice?: (choice: ExecutionChoice) => void;
  /** Records a change of something else than the app's data, for example of an account. */
  audit?: RecordChange;
  /**
   * Within a session, and of a call that asks for a smaller answer: the part of the data that the caller gets, and the
   * counter of its approximate tokens.
   */
  meter?: { toPart?: (data: unknown) => unknown; count?: (tokens: number) => void };
  /** Called with the reason if a proxied request got no answer, whose status then is this server's own. */
  onUnanswered?: (error: string) => void;
};

/** The tool of an execution and its toolkit, for the log. */
export type Subject = Pick<ExecutionLog, "toolSlug" | "calledAs" | "toolkitSlug" | "kind" | "version">;
