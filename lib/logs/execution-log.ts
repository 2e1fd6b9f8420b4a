/** A row of the log of executions, as it is recorded and as text for its columns. */
import { cutText, storableJson } from "@/lib/kernel/text/storable";
import type { HiddenNames } from "@/lib/kernel/text/redact";
import type { LogSource } from "./log-source";
import { toPath, toWords } from "./to-words";
import { secretsIn, toStoredJson, toStoredText } from "./to-stored-json";

export type ExecutionLog = {
  /** `log_...`, made by the caller so that the answer can name it. */
  id: string;
  projectId: string;
  startedAt: Date;
  durationMs: number;
  toolSlug: string;
  /** "" of a request that was refused before its toolkit was known. */
  toolkitSlug: string;
  /** `meta`: a tool that runs other tools. Their executions have their own rows, with this row as parent. */
  kind: "tool" | "proxy" | "meta";
  version?: string | undefined;
  successful: boolean;
  error?: string | null;
  /** For a failure: the provider's status, or the code of our own refusal. */
  errorCode?: number | undefined;
  /** The name that the caller used, where it is not the tool's own. */
  calledAs?: string | undefined;
  userId?: string | undefined;
  accountId?: string | undefined;
  authConfigId?: string | undefined;
  sessionId?: string | undefined;
  /** The MCP server that was called. */
  mcpServerId?: string | undefined;
  /** The API key of the caller. */
  apiKeyId?: string | undefined;
  requestId?: string | undefined;
  /** The execution that started this execution as a part of its work. */
  parent?: { logId: string; toolSlug: string } | undefined;
  /** Any JSON value; secrets are removed before it is stored. */
  request?: unknown;
  response?: unknown;
  /** Texts that must not be stored wherever they appear. */
  secrets: readonly string[];
  /** Names, in lower case, whose values must not be stored, in addition to the general names of secrets. */
  secretNames?: HiddenNames | undefined;
  /** Milliseconds; `tokensBefore` is about how many tokens the answer had before it was made smaller, `cacheAgeMs`
   * how old an answer was that came again.
   */
  timings: {
    prepareMs?: number | undefined;
    queueMs?: number | undefined;
    refreshMs?: number | undefined;
    upstreamMs?: number | undefined;
    shapeMs?: number | undefined;
    tokensBefore?: number | undefined;
    cacheAgeMs?: number | undefined;
  };
  source: LogSource;
  /** Which account was used and by which rule. */
  account?: Record<string, unknown> | undefined;
  /** Within a session, and of a smaller answer: about how many tokens the answer gave to the agent. */
  tokens?: number | undefined;
  /** For a call whose caller possibly does not know that it ran: the hash that repeats of the call share. */
  callHash?: string | undefined;
  /** The person who approved the call, and the time, if an approval was necessary. */
  approval?: Record<string, unknown> | undefined;
  /** Decisions of the project's policies. */
  policies?: readonly Record<string, string>[] | undefined;
  /** Whether the project stores requests and answers. */
  storePayloads: boolean;
};

/** The columns of a row that are always stored, without secrets. */
function columnsOf(row: ExecutionLog, secrets = row.secrets) {
  const text = (value: string | null | undefined) => toStoredText(value, secrets);
  return {
    id: row.id,
    project_id: row.projectId,
    created_at: row.startedAt,
    tool_slug: text(row.toolSlug),
    toolkit_slug: text(row.toolkitSlug) ?? "",
    kind: row.kind,
    status: row.successful ? "success" : "failed",
    user_id: text(row.userId),
    account_id: text(row.accountId),
    auth_config_id: text(row.authConfigId),
    session_id: text(row.sessionId),
    mcp_server_id: row.mcpServerId,
    api_key_id: row.apiKeyId,
    request_id: text(row.requestId),
    parent_id: text(row.parent?.logId),
    parent_tool: text(row.parent?.toolSlug),
    duration_ms: Math.round(row.durationMs),
  };
}

/** Every text that a row has outside of its payloads. */
const textsOf = (row: ExecutionLog, path: string | null | undefined) => [
  row.toolSlug,
  row.toolkitSlug,
  row.userId,
  row.accountId,
  row.authConfigId,
  row.sessionId,
  row.requestId,
  row.parent?.logId,
  row.parent?.toolSlug,
  row.calledAs,
  row.error,
  row.version,
  path,
];

/** Characters of the decisions of a row: a few hundred rules can decide about one call. */
const MAX_POLICIES = 40_000;

function wholeRow(row: ExecutionLog): string {
  const hidden = { secrets: row.secrets, names: row.secretNames };
  const requestPath = row.storePayloads ? toPath(row.request) : null;
  const secrets = secretsIn(textsOf(row, requestPath), row.secrets);
  const text = (value: string | null | undefined, max?: number) => toStoredText(value, secrets, max);
  const columns = columnsOf(row, secrets);
  const [called, error] = [text(row.calledAs), text(row.error, 2000)];
  const path = text(requestPath);
  const { tool_slug: tool, user_id: user, account_id: account } = columns;
  const rest = storableJson({
    version: text(row.version),
    error,
    error_code: row.errorCode === undefined ? undefined : String(row.errorCode),
    called_as: called,
    timings: row.timings,
    tokens: row.tokens,
    call_hash: row.callHash,
    words: toWords(row.projectId, [tool, called, user, account, path, error]),
  });
  const parts = [`"source":${toStoredJson(row.source, hidden, 2000)}`];
  if (row.account) parts.push(`"account":${toStoredJson(row.account, hidden, 2000)}`);
  if (row.approval) parts.push(`"approval":${toStoredJson(row.approval, hidden, 2000)}`);
  if (row.policies) parts.push(`"policies":${toStoredJson(row.policies, hidden, MAX_POLICIES)}`);
  if (row.storePayloads && row.request !== undefined) parts.push(`"request":${toStoredJson(row.request, hidden)}`);
  if (row.storePayloads && row.response !== undefined) parts.push(`"response":${toStoredJson(row.response, hidden)}`);
  // Two texts instead of one of a merged object, which would cost more than all the rest of the row.
  return `${storableJson(columns).slice(0, -1)},${rest.slice(1, -1)},${parts.join(",")}}`;
}

/** Milliseconds in the column's range; the largest value replaces anything that is not a time. */
const LONGEST_MS = 2_147_483_647;

/** A short text of a smaller row; what is no text is left out. */
const short = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? cutText(value, SHORT) : null;
const SHORT = 100;

const NOT_STORED = "This execution could not be recorded as it was: only its ids, tool, status and time are here.";

const timeOf = (value: unknown): number => new Date(value as string).getTime();

/** @param of members by the names of the columns */
function smallRow(of: Readonly<Record<string, unknown>>): string {
  const time = timeOf(of.created_at);
  const ms = Number(of.duration_ms);
  return storableJson({
    id: of.id,
    project_id: of.project_id,
    created_at: new Date(Number.isNaN(time) ? Date.now() : time),
    tool_slug: short(of.tool_slug) ?? "",
    toolkit_slug: short(of.toolkit_slug) ?? "",
    kind: short(of.kind) ?? "tool",
    status: of.status === "success" ? "success" : "failed",
    user_id: short(of.user_id),
    account_id: short(of.account_id),
    auth_config_id: short(of.auth_config_id),
    session_id: short(of.session_id),
    mcp_server_id: short(of.mcp_server_id),
    api_key_id: short(of.api_key_id),
    request_id: short(of.request_id),
    parent_id: short(of.parent_id),
    parent_tool: short(of.parent_tool),
    error: NOT_STORED,
    duration_ms: Number.isFinite(ms) ? Math.round(Math.min(Math.max(ms, 0), LONGEST_MS)) : 0,
    timings: {},
    source: {},
  });
}

/**
 * A row as JSON text for its columns, without secrets. Never throws: what cannot be put into JSON becomes a smaller
 * row.
 */
export function sealRow(row: ExecutionLog): string {
  try {
    return wholeRow(row);
  } catch {
    return smallRow(columnsOf(row));
  }
}

/**
 * The fields that are always stored of an execution: ids, tool, status and time, each in a form that its column takes.
 * @param sealed a row by `sealRow`
 */
export const toSmallRow = (sealed: string): string => smallRow(JSON.parse(sealed) as Record<string, unknown>);
