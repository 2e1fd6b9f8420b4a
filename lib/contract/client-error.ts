/** The error of calls of our own API. */

type ErrorBody = {
  error?: {
    message?: string;
    code?: number;
    request_id?: string;
    suggested_fix?: string;
    errors?: string[];
    slug?: string;
  };
};

type ErrorDetail = {
  code?: number;
  /** The kind of the refusal, as `IdempotencyKeyInUse`. */
  slug?: string;
  requestId?: string;
  suggestedFix?: string;
  errors?: readonly string[];
};

/** A refusal of the API in its own words, or a call that never arrived (`status` 0). */
export class ClientError extends Error {
  override readonly name = "ClientError";
  constructor(
    message: string,
    readonly status: number,
    readonly detail: ErrorDetail = {},
  ) {
    super(message);
  }
}

export async function toClientError(response: Response): Promise<ClientError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const { message, code, slug, request_id, suggested_fix, errors } = body.error ?? {};
  // The API's own words are about the keys of programs.
  if (response.status === 401)
    return new ClientError("Your sign-in has expired.", 401, { requestId: request_id, suggestedFix: "Sign in again." });
  return new ClientError(message ?? `The server returned ${response.status} without an explanation.`, response.status, {
    code,
    slug,
    requestId: request_id ?? response.headers.get("x-request-id") ?? undefined,
    suggestedFix: suggested_fix || undefined,
    errors,
  });
}
