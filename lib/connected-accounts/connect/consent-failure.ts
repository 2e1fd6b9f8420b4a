/** Why a consent did not become a connection, as the app and the person are told. */
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { OAuthFailure } from "../oauth/failure";
import { cleanMessage, toStandardCode, type StandardCode } from "../oauth/provider-error";

/** `code` is what the app gets in its callback; `message` is one sentence that holds no secret. */
export class ConsentFailure extends Error {
  constructor(
    readonly code: StandardCode,
    message: string,
  ) {
    super(message);
  }
}

/** What a provider says in the address with which it sends a person back, instead of a code. */
export function toRefusal(
  { error, errorDescription }: { error?: string; errorDescription?: string },
  secrets: readonly string[],
): ConsentFailure {
  if (error === "access_denied") return new ConsentFailure(error, "The person did not give consent.");
  const messages = [error, errorDescription].map((text) => cleanMessage(text, secrets)).filter(Boolean);
  return new ConsentFailure(
    toStandardCode(error, "server_error"),
    `The provider answered: ${messages.join(": ").replace(/\.$/, "")}.`,
  );
}

/** Whether an exchange failed for a reason that people can be told, and not by a fault of this server. */
export const isKnownFailure = (error: unknown): boolean =>
  error instanceof ConsentFailure ||
  error instanceof OAuthFailure ||
  (error instanceof ApiError && error.status < 500 && error.status !== 429);

/** What became of an exchange; anything unexpected is in the log alone. */
export function toFailure(error: unknown, on: Origin): ConsentFailure {
  if (error instanceof ConsentFailure) return error;
  if (error instanceof OAuthFailure) {
    const otherwise = error.kind === "unreachable" ? "temporarily_unavailable" : "invalid_grant";
    return new ConsentFailure(toStandardCode(error.providerCode, otherwise), error.message);
  }
  if (error instanceof ApiError) return new ConsentFailure("invalid_request", error.message);
  log.error(on, "a consent could not be finished", { error });
  return new ConsentFailure("server_error", "The server failed to finish the connection.");
}
