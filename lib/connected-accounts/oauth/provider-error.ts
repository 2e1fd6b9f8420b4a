/** Cleans a provider's error before it reaches people, logs, histories and URLs. Pure. */
import { cutText } from "@/lib/kernel/text/storable";
import { redactValues } from "@/lib/kernel/text/redact-values";

/** How many characters of a message are read, and how many are kept. */
const MAX_READ = 8_192;
const MAX_KEPT = 300;

/**
 * The message as one short line, without the secrets, which some providers repeat, and without characters that turn the
 * direction of the text around it; "" if it is no text.
 */
export const cleanMessage = (message: unknown, secrets: readonly string[]): string =>
  typeof message === "string"
    ? cutText(
        redactValues(message.slice(0, MAX_READ), secrets)
          .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
          .trim(),
        MAX_KEPT,
      )
    : "";

/**
 * The standard error codes (RFC 6749 sections 4.1.2.1 and 5.2, OpenID Connect Core section 3.1.2.6); only they get into
 * URLs.
 */
const CODES = [
  "invalid_request",
  "unauthorized_client",
  "access_denied",
  "unsupported_response_type",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
  "invalid_client",
  "invalid_grant",
  "unsupported_grant_type",
  "interaction_required",
  "login_required",
  "account_selection_required",
  "consent_required",
  "invalid_request_uri",
  "invalid_request_object",
  "request_not_supported",
  "request_uri_not_supported",
  "registration_not_supported",
] as const;
export type StandardCode = (typeof CODES)[number];

/**
 * The code if it is a standard one, else `otherwise`: a provider's own code may be any text, even a repeated secret.
 */
export const toStandardCode = (code: string | undefined, otherwise: StandardCode): StandardCode =>
  CODES.find((candidate) => candidate === code) ?? otherwise;
