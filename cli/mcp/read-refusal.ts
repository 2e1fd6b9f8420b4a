/** What a server answers instead of a message: an error of JSON-RPC, or an error of HTTP. */

export type RpcError = { code: number; message: string; data?: unknown };

/** The code of errors that are not of the protocol. */
const SERVER_ERROR = -32000;

/** A POST was refused; `error` is what the program that asked is answered with. */
export class Refusal extends Error {
  constructor(readonly error: RpcError) {
    super(error.message);
  }
}

const isRpcError = (value: unknown): value is RpcError => {
  const { code, message } = (value ?? {}) as Partial<RpcError>;
  return typeof code === "number" && typeof message === "string";
};

/** The error in the body of a refused request. */
export function readRefusal(status: number, text: string): Refusal {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (isRpcError(error)) return new Refusal(error);
  } catch {
    // The body is not JSON, so only the status is known.
  }
  return new Refusal({ code: SERVER_ERROR, message: `The server returned status ${status}.` });
}

/** The server is at another address now. */
export const redirectRefusal = (status: number): Refusal =>
  new Refusal({
    code: SERVER_ERROR,
    message: `The server redirects (${status}): use the URL that it leads to.`,
  });

export const toRpcError = (error: unknown): RpcError =>
  error instanceof Refusal
    ? error.error
    : {
        code: SERVER_ERROR,
        message: `The server cannot be reached: ${error instanceof Error ? error.message : error}`,
      };
