/** Sends a request with the credentials of an execution; a token that the provider refuses is renewed once. */
import { applyCredentials } from "@/lib/connected-accounts/apply-credentials";
import { refreshNow } from "@/lib/connected-accounts/credentials";
import { ApiError } from "@/lib/kernel/errors";
import { send, type OutboundResponse } from "@/lib/kernel/outbound";
import type { HttpRequest } from "./http-tool";
import type { Access } from "./open-access";
import { encodeText } from "./parameter-styles";
import type { ExecutionFacts, Trace } from "./trace";

const LIMIT_MS = 60_000;

/** `timeoutMs` counts from the start of the execution. */
export type SendLimits = { timeoutMs: number; signal?: AbortSignal };

/** The limits that an execution's facts set. */
export const limitsOf = ({ timeoutMs = LIMIT_MS, signal }: ExecutionFacts): SendLimits => ({ timeoutMs, ...(signal && { signal }) });

/** The request with the account's credentials, and then with what the caller brings along, which wins. */
export function authorise(request: HttpRequest, access: Access): HttpRequest {
  const authorised = access.scheme ? applyCredentials(request, access.scheme, access.values) : request;
  if (access.parameters.length === 0) return authorised;
  const headers = Object.fromEntries(Object.entries(authorised.headers).map(([name, value]) => [name.toLowerCase(), value]));
  let { url } = authorised;
  for (const parameter of access.parameters) {
    if (parameter.in === "header") headers[parameter.name] = parameter.value;
    else url += `${url.includes("?") ? "&" : "?"}${encodeText(parameter.name)}=${encodeText(parameter.value)}`;
  }
  return { ...authorised, url, headers };
}

/** Only accounts whose token can be had anew without the person. */
const canRenew = (access: Access): access is Access & Required<Pick<Access, "account" | "scheme">> =>
  access.account !== undefined && access.scheme !== undefined && (access.scheme.grant !== undefined || Boolean(access.values.refresh_token));

/** The access with a new token; null when the provider gives none, so that its first answer stands. */
async function renewed(access: Access, trace: Trace): Promise<Access | null> {
  if (!canRenew(access)) return null;
  const began = performance.now();
  try {
    const { values, secrets } = await refreshNow(access.projectId, access.account, access.scheme, { because: "the provider answered 401" });
    return { ...access, values, secrets: [...access.secrets, ...secrets] };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  } finally {
    trace.refreshMs = (trace.refreshMs ?? 0) + performance.now() - began;
  }
}

/**
 * Sends and reads the whole answer. A 401 means that nothing was done, so sending again after a renewal is safe.
 * @throws OutboundError when there is no answer
 */
export async function sendAuthorised(request: HttpRequest, trace: Trace, access: Access, limits: SendLimits): Promise<OutboundResponse> {
  const response = await timed(request, trace, access, limits);
  if (response.status !== 401) return response;
  const fresh = await renewed(access, trace);
  if (!fresh) return response;
  trace.access = fresh;
  return timed(request, trace, fresh, limits);
}

async function timed(request: HttpRequest, trace: Trace, access: Access, limits: SendLimits): Promise<OutboundResponse> {
  const authorised = authorise(request, access);
  const began = performance.now();
  try {
    const response = await send({ ...authorised, ...(access.proxy && { proxy: access.proxy }), timeoutMs: Math.max(limits.timeoutMs - (began - trace.began), 1), ...(limits.signal && { signal: limits.signal }) });
    trace.answer = { status: response.status, headers: keptHeaders(response.headers, access.secrets) };
    return response;
  } finally {
    trace.upstreamMs = (trace.upstreamMs ?? 0) + performance.now() - began;
  }
}

/** Of the connection between us and the provider, or able to set a session. */
const LEFT_OUT = new Set(["set-cookie", "set-cookie2", "connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length", "trailer", "upgrade", "proxy-authenticate", "alt-svc", "strict-transport-security"]);

/** The headers of an answer that may be shown: none that sets a session, none that repeats a credential. */
export function keptHeaders(headers: Record<string, string>, secrets: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || LEFT_OUT.has(name) || secrets.some((secret) => secret.length >= 6 && value.includes(secret))) continue;
    kept[name] = value;
  }
  return kept;
}
