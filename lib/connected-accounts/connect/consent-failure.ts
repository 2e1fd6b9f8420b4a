/** The reason why a consent failed, for the app and the person. */
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { OAuthFailure } from "../oauth/oauth-failure";
import { cleanMessage, toStandardCode, type StandardCode } from "../oauth/provider-error";

/** `code` is for the app's callback; `message` is one sentence without secrets. */
export class ConsentFailure extends Error {
  constructor(
    readonly code: StandardCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The failure for an error in the provider's callback.
 * @param secrets secrets that the provider can repeat; if they are unknown, its words are not shown
 */
export function toRefusal(
  { error, errorDescription }: { error?: string; errorDescription?: string },
  secrets: readonly string[] | undefined,
): ConsentFailure {
  const denied = error === "access_denied";
  const messages = (denied ? [errorDescription] : [error, errorDescription])
    .map((text) => (secrets ? cleanMessage(text, secrets) : ""))
    .filter(Boolean);
  const words = messages.length > 0 ? `The provider returned: ${messages.join(": ").replace(/\.$/, "")}.` : "";
  // Providers also answer access_denied for other reasons, such as an app that is not verified: so its words count.
  const sentences = [denied ? "The person did not give consent." : "", words].filter(Boolean);
  return new ConsentFailure(
    denied ? error : toStandardCode(error, "server_error"),
    sentences.join(" ") || "The provider refused without a reason.",
  );
}

/** Whether an exchange failed for a reason to show to people, not because of an error of this server. */
export const isKnownFailure = (error: unknown): boolean =>
  error instanceof ConsentFailure ||
  error instanceof OAuthFailure ||
  (error instanceof ApiError && error.status < 500 && error.status !== 429);

/** The failure for the error of an exchange. Unexpected errors are only logged. */
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
