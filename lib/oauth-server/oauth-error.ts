/** Errors in the form of OAuth (RFC 6749 sections 4.1.2.1 and 5.2). */

type Code =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "temporarily_unavailable";

const STATUS: Partial<Record<Code, number>> = { invalid_client: 401, temporarily_unavailable: 429 };

/** An error with a code for the client; the description is for its developers. */
export class OAuthError extends Error {
  readonly status: number;
  constructor(
    readonly code: Code,
    description: string,
    /**
     * Causes for which the page has words of its own: the address that the client uses takes a key, as far as is
     * known, so that no sign-in helps; or this server could not read the document at this URL.
     */
    readonly hints: { needsKey?: boolean; unreadUrl?: string } = {},
  ) {
    super(description);
    this.name = "OAuthError";
    this.status = STATUS[code] ?? 400;
  }
}

/** The description as RFC 6749 allows it: printable ASCII without quotes and backslashes. */
export const descriptionOf = ({ message }: OAuthError): string =>
  message.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
