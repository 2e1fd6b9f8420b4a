/**
 * Answers of the operations from before version 3: their errors are flat, with the statuses that programs of that
 * generation can read, and each answer names the operation of today (RFC 9745, RFC 8288).
 */
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { errorAnswer, toApiError } from "./error-response";
import { toResponse, type AnswerHeaders, type JsonAnswer } from "./to-response";

/** The day on which the operations from before version 3 ended upstream, 22 June 2025, in seconds since 1970. */
const DEPRECATED_SINCE = "@1750550400";

/** The headers of every answer of such an operation, errors too. */
export function successorHeaders(successor: string): Record<"deprecation" | "link" | "warning", string> {
  const [, path = ""] = successor.split(" ");
  return {
    deprecation: DEPRECATED_SINCE,
    link: `<${path.replaceAll("{", "%7B").replaceAll("}", "%7D")}>; rel="successor-version"`,
    warning: `299 - "Use ${successor}."`,
  };
}

/** Adds them to an answer; a warning that it has already is more important. */
export function addSuccessor(headers: AnswerHeaders, successor: string): void {
  for (const [name, value] of Object.entries(successorHeaders(successor)))
    if (headers.all[name] === undefined) headers.set(name, value);
}

/** @throws ApiError Gone if the operator has turned these operations off */
export function assertOlderApi(successor: string): void {
  if (env().olderApi) return;
  throw new ApiError("Gone", "This server doesn't offer APIs from before version 3: its operator turned them off.", {
    suggestedFix: `Use ${successor}.`,
  });
}

/** The statuses that programs of that generation read; for others they raise an error without a message. */
const STATUSES = new Set([400, 401, 404, 408, 429, 500, 502]);

const toStatus = (status: number): number => (STATUSES.has(status) ? status : status < 500 ? 400 : 500);

const TYPES: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "UnauthorizedError",
  404: "NotFoundError",
  408: "RequestTimeoutError",
  429: "RateLimitError",
  502: "BadGatewayError",
};

/** `{name, type, status, message, requestId, details?}`. */
function toOlderError(error: unknown, requestId: string): JsonAnswer & { text: string } {
  const answer = errorAnswer(error, requestId);
  const { message, details } = toApiError(error);
  const status = toStatus(answer.status);
  const type = TYPES[status] ?? "InternalServerError";
  const fix = details.suggestedFix ? ` ${details.suggestedFix}` : "";
  const body = {
    name: details.slug?.endsWith("Error") ? details.slug : type,
    type,
    status,
    message: `${message}${fix}`,
    requestId,
    ...(details.errors && { details: details.errors }),
  };
  return { ...answer, status, text: JSON.stringify(body) };
}

/** The answer of a failed request, in the form of its operation's generation. */
export function errorAnswerOf(op: Operation, error: unknown, requestId: string): JsonAnswer & { text: string } {
  if (!op.successor) return errorAnswer(error, requestId);
  const answer = toOlderError(error, requestId);
  return { ...answer, headers: { ...successorHeaders(op.successor), ...answer.headers } };
}

/** The error of a path of that generation that has no operation. */
export const olderErrorResponse = (error: unknown, requestId: string): Response =>
  toResponse(toOlderError(error, requestId));

/** The same as a web Response. */
export const errorResponseOf = (op: Operation, error: unknown, requestId: string): Response =>
  toResponse(errorAnswerOf(op, error, requestId));

/** Whether a path belongs to the API from before version 3. */
export const isOlderPath = (pathname: string): boolean => /^\/api\/v[12]\//.test(pathname);
