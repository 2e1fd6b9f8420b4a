/** The error of a request to another server without an answer: the phase, the limit, and whether anything was sent. */

export type OutboundFacts = {
  /** False if it is certain that no host got any part of the request; true if left out. */
  sent?: boolean;
  /** Whether the failure can be temporary, so that the same request could succeed soon. */
  passing?: boolean;
  /** The step that timed out, and its limit in milliseconds. */
  during?: "queue" | "connect" | "headers" | "body";
  limitMs?: number;
};

/** A request had no answer. `phase`: the step that failed. */
export class OutboundError extends Error {
  constructor(
    readonly phase: "refused" | "connect" | "timeout" | "too-large" | "aborted" | "protocol",
    message: string,
    readonly facts: OutboundFacts = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "OutboundError";
  }
}

/** For making a connection. */
export const CONNECT_MS = 10_000;
/** The longest pause of a body. */
export const IDLE_MS = 30_000;

/** The present step of a request, for error messages. */
export type Progress = { redirected: boolean; phase: keyof typeof WAITED_FOR };

const WAITED_FOR = {
  queue: "Too many requests wait for this provider; this one's turn did not come",
  connect: "The connection was not made",
  headers: "The answer did not begin",
  body: "The answer did not end",
} as const;

/** Whether any host can have got the request, or the first of several after a redirect. */
export const mayHaveBeenSent = ({ phase, redirected }: Progress): boolean =>
  redirected || phase === "headers" || phase === "body";

/** The error of a step that timed out. */
export const timedOutIn = (
  during: keyof typeof WAITED_FOR,
  limitMs: number,
  cause: unknown,
  wasSent = true,
): OutboundError =>
  new OutboundError(
    "timeout",
    `${WAITED_FOR[during]} within ${limitMs} ms.`,
    { during, limitMs, sent: wasSent },
    { cause },
  );

/** Codes of failures before the connection was made, so that nothing was sent. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_|HOSTNAME_MISMATCH)/;
const PASSING = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** Whether no connection was made: the host's addresses could have changed. */
export const isUnreached = (error: unknown): boolean =>
  /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ECONNREFUSED|EHOST|ENET)/.test(codeOf(error));

/** The error of a request that failed without the caller or the time limit ending it. */
export function toOutboundError(
  error: unknown,
  request: { headersTimeoutMs?: number; idleTimeoutMs?: number },
  { redirected }: Progress,
): OutboundError {
  const outboundError =
    error instanceof OutboundError
      ? error
      : error instanceof Error && error.cause instanceof OutboundError
        ? error.cause
        : undefined;
  // After a redirect the first host has had the request.
  if (outboundError)
    return redirected
      ? new OutboundError(
          outboundError.phase,
          outboundError.message,
          { ...outboundError.facts, sent: true, passing: false },
          { cause: outboundError },
        )
      : outboundError;
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT") return timedOutIn("connect", CONNECT_MS, error, redirected);
  if (code === "UND_ERR_HEADERS_TIMEOUT") return timedOutIn("headers", request.headersTimeoutMs ?? 0, error);
  if (code === "UND_ERR_BODY_TIMEOUT")
    return new OutboundError(
      "timeout",
      `No data received for ${request.idleTimeoutMs ?? IDLE_MS} ms.`,
      { during: "body", limitMs: request.idleTimeoutMs ?? IDLE_MS },
      { cause: error },
    );
  if (NO_CONNECTION.test(code))
    return new OutboundError(
      "connect",
      `The connection failed (${code}).`,
      { sent: redirected, passing: !redirected && PASSING.test(code) },
      { cause: error },
    );
  return new OutboundError(
    "protocol",
    `The exchange failed (${code || (error instanceof Error ? error.message : "unknown")}).`,
    { passing: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code) },
    { cause: error },
  );
}
