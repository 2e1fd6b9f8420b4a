/** Turns any thrown value into the error body of the v3 API. */
import { z } from "zod";
import { ApiError, type ErrorKind } from "@/lib/kernel/errors";
import { isAnnounced, toKnownError } from "@/lib/kernel/database/to-known-error";
import { issueSentences } from "@/lib/kernel/text/issue-sentences";
import { log } from "@/lib/kernel/process/log";
import { toResponse, type JsonAnswer } from "./to-response";

const SLUG: Partial<Record<ErrorKind, string>> = { Internal: "InternalServerError" };

/** A large body can have a million problems; nobody reads more than these. */
const MAX_SENTENCES = 50;

/**
 * SQLSTATE 22021 and 22P05 stand for U+0000; 22P02 for JSON, which is only wrong if a text holds half of a character.
 */
const isUnstorable = (code: unknown, message: unknown): boolean =>
  code === "22021" ||
  code === "22P05" ||
  (code === "22P02" && typeof message === "string" && /\bjson\b/i.test(message));

/** Whether PostgreSQL cannot store a text. Its error may be nested in errors of the database clients. */
const isOfUnstorableText = (error: unknown, depth = 0): boolean => {
  if (error === null || typeof error !== "object" || depth > 5) return false;
  const { code, originalCode, message, originalMessage, cause, meta, driverAdapterError } = error as Record<
    string,
    unknown
  >;
  return (
    isUnstorable(code, message) ||
    isUnstorable(originalCode, originalMessage) ||
    [cause, meta, driverAdapterError].some((inner) => isOfUnstorableText(inner, depth + 1))
  );
};

/** The error that the caller gets for any thrown value. */
export function toApiError(error: unknown): ApiError {
  const knownError = toKnownError(error);
  if (knownError) return knownError;
  if (isOfUnstorableText(error))
    return new ApiError(
      "BadRequest",
      "A text of this request holds a NUL character or half of a character, which cannot be looked up or stored.",
      {
        suggestedFix: "Take U+0000 and single surrogates (U+D800 to U+DFFF) out of ids, names and slugs.",
        cause: error,
      },
    );
  if (error instanceof z.ZodError) {
    const errors = issueSentences(error, "The value", MAX_SENTENCES);
    return new ApiError("BadRequest", `The request is malformed. ${errors[0] ?? ""}`.trim(), {
      errors,
      suggestedFix: "Correct the fields named in errors; /api/openapi.json describes every operation.",
    });
  }
  return new ApiError("Internal", "The server failed to process this request.", {
    suggestedFix: "Try again; if it keeps failing, look for the request id in the server's log.",
    cause: error,
  });
}

/** The answer of a failed request: `{error: {message, code, slug, status, request_id, suggested_fix, errors?}}`. */
export function errorAnswer(error: unknown, requestId: string): JsonAnswer & { text: string } {
  const apiError = toApiError(error);
  if (apiError.status >= 500 && !isAnnounced(error)) log.error({ requestId }, "a request failed", { error });
  const { details } = apiError;
  const body = {
    error: {
      message: apiError.message,
      code: details.code ?? apiError.status,
      slug: details.slug ?? SLUG[apiError.kind] ?? apiError.kind,
      status: apiError.status,
      request_id: requestId,
      suggested_fix: details.suggestedFix ?? "",
      ...(details.errors && { errors: details.errors }),
    },
  };
  // The official clients retry 409 and 5xx automatically; that only helps if the server is busy or unavailable.
  const retry: Record<string, string> =
    apiError.status === 409 || apiError.status === 500 ? { "x-should-retry": "false" } : {};
  return {
    status: apiError.status,
    headers: {
      "content-type": "application/json",
      "x-request-id": requestId,
      "cache-control": "no-store",
      ...retry,
      ...details.headers,
    },
    text: JSON.stringify(body),
  };
}

/** The same as a web Response. */
export const errorResponse = (error: unknown, requestId: string): Response => toResponse(errorAnswer(error, requestId));
