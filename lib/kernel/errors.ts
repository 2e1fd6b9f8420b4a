/** The only error class that domain code throws on purpose. Everything else is a bug and answers 500. */

const STATUS = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  Conflict: 409,
  Gone: 410,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  Unprocessable: 422,
  TooManyRequests: 429,
  Internal: 500,
  NotImplemented: 501,
  Unavailable: 503,
} as const;

export type ErrorKind = keyof typeof STATUS;

export type ErrorDetails = {
  /** One sentence with the next step for the caller. */
  suggestedFix?: string;
  /** One sentence per problem, each with the path of the wrong value. */
  errors?: string[];
  /** The documented numeric code where the contract has one (1803, 1812); the status otherwise. */
  code?: number;
  /** The documented name where the contract has one; the kind otherwise. */
  slug?: string;
  /** Extra response headers, for instance `retry-after`. */
  headers?: Record<string, string>;
  cause?: unknown;
};

export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "ApiError";
    this.status = STATUS[kind];
    this.details = details;
  }
}
