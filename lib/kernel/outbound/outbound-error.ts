/** Why an exchange with another server had no answer: where it ended, what was allowed, and whether anything was sent. */

export type OutboundFacts = {
  /** False when it is certain that no host has got any of the request; true unless told. */
  sent?: boolean;
  /** The same request may succeed in a moment. */
  passing?: boolean;
  /** What a timeout cut off, and the milliseconds that were allowed for it. */
  during?: "queue" | "connect" | "headers" | "body";
  limitMs?: number;
};

/** Why an exchange had no answer. `phase` names where it ended. */
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

/** For a connection to be made. */
export const CONNECT_MS = 10_000;
/** Without a byte in the middle of a body. */
export const IDLE_MS = 30_000;

/** Where an exchange is: for the words about its end. */
export type Progress = { redirected: boolean; phase: keyof typeof WAITED_FOR };

const WAITED_FOR = {
  queue: "Too many requests wait for this provider; this one's turn did not come",
  connect: "The connection was not made",
  headers: "The answer did not begin",
  body: "The answer did not end",
} as const;

/** Whether any host may have got the request, or the first of several after a redirect. */
export const mayHaveLeft = ({ phase, redirected }: Progress): boolean =>
  redirected || phase === "headers" || phase === "body";

/** A limit that was met: in which part of the exchange, and how long it was. */
export const timedOutIn = (
  during: keyof typeof WAITED_FOR,
  limitMs: number,
  cause: unknown,
  sent = true,
): OutboundError =>
  new OutboundError("timeout", `${WAITED_FOR[during]} within ${limitMs} ms.`, { during, limitMs, sent }, { cause });

/** Before a connection stands nothing is sent; of these, some pass by themselves. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_|HOSTNAME_MISMATCH)/;
const PASSING = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** Whether no connection was made: the host's addresses may have changed. */
export const isUnreached = (error: unknown): boolean =>
  /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ECONNREFUSED|EHOST|ENET)/.test(codeOf(error));

/** The failure of an exchange that neither its caller nor its overall limit ended. */
export function toOutboundError(
  error: unknown,
  request: { headersTimeoutMs?: number; idleTimeoutMs?: number },
  { redirected }: Progress,
): OutboundError {
  const own =
    error instanceof OutboundError
      ? error
      : error instanceof Error && error.cause instanceof OutboundError
        ? error.cause
        : undefined;
  // After a redirect the first host has had the request.
  if (own)
    return redirected
      ? new OutboundError(own.phase, own.message, { ...own.facts, sent: true, passing: false }, { cause: own })
      : own;
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT") return timedOutIn("connect", CONNECT_MS, error, redirected);
  if (code === "UND_ERR_HEADERS_TIMEOUT") return timedOutIn("headers", request.headersTimeoutMs ?? 0, error);
  if (code === "UND_ERR_BODY_TIMEOUT")
    return new OutboundError(
      "timeout",
      `No byte of the answer came for ${request.idleTimeoutMs ?? IDLE_MS} ms.`,
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
