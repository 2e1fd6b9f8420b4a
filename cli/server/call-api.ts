/** One request to the API of a server. Its refusals become failures with a sentence for people. */
import { Failure } from "../command";
import { toPlainLine } from "../terminal/lay-out";
import type { Target } from "./target";

/** Answers above this are refused: no operation of the API gives so much. */
const MAX_BYTES = 64 * 1024 * 1024;

export type ApiRequest = {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as they are, instead of `body`. */
  bytes?: Uint8Array;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

type ApiError = {
  message?: unknown;
  slug?: unknown;
  status?: unknown;
  request_id?: unknown;
  suggested_fix?: unknown;
  errors?: unknown;
};

/** Reads a body up to a limit. @throws {Failure} if it is longer */
async function readBytes(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limit)
      throw new Failure(`The answer of ${new URL(response.url).origin} is longer than ${limit} bytes.`);
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Reads a body as text, up to a limit. @throws {Failure} if it is longer */
export const readBounded = async (response: Response, limit = MAX_BYTES): Promise<string> =>
  (await readBytes(response, limit)).toString("utf8");

/** The reason why nothing answered, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}

/**
 * Sends a request; network errors become failures.
 * @throws {Failure} if nothing answers at the address
 */
export async function sendRequest(target: Target, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(target.url + path, {
      // A redirect to another host would carry the key there.
      redirect: "manual",
      ...init,
      headers: { ...(target.key !== undefined && { "x-api-key": target.key }), ...(init.headers as object) },
    });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Failure(`The server at ${target.url} isn't responding (${reasonOf(error)}).`, { url: target.url });
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const sentence = (text: unknown): string[] => (typeof text === "string" && text !== "" ? [toPlainLine(text)] : []);

/** The failure that an answer of the API describes. */
export function toFailure(target: Target, status: number, text: string): Failure {
  const error = parseObject(text)?.error as ApiError | undefined;
  if (error === undefined || typeof error !== "object")
    return new Failure(
      status >= 300 && status < 400
        ? `${target.url} redirects (${status}): use the URL that it leads to.`
        : `${target.url} returned ${status}, not a Patchbay response.`,
      { status },
    );
  const problems = Array.isArray(error.errors) ? error.errors.slice(0, 10) : [];
  const { slug, request_id } = error;
  const lines = [...sentence(error.message), ...problems.flatMap(sentence), ...sentence(error.suggested_fix)];
  return new Failure(lines.join("\n"), { status, slug, request_id, errors: problems });
}

function toQuery(query: ApiRequest["query"] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : "";
}

const callServer = (
  target: Target,
  method: string,
  path: string,
  { body, bytes, query, headers, signal }: ApiRequest,
): Promise<Response> =>
  sendRequest(target, path + toQuery(query), {
    method,
    signal,
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(bytes && { "content-type": "application/octet-stream" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes && { body: new Uint8Array(bytes) }),
  });

/**
 * Calls an operation whose answer is a file.
 * @throws {Failure} as `callApi`
 */
export async function callForBytes(target: Target, method: string, path: string, request: ApiRequest): Promise<Buffer> {
  const response = await callServer(target, method, path, request);
  const bytes = await readBytes(response, MAX_BYTES);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (!response.ok || isJson) throw toFailure(target, response.status, bytes.toString("utf8"));
  return bytes;
}

/**
 * Calls an operation of the API and returns its answer.
 * @throws {Failure} if the server does not answer, or refuses; its details have status, slug and request_id
 */
export async function callApi<Answer>(
  target: Target,
  method: string,
  path: string,
  request: ApiRequest,
): Promise<Answer> {
  const response = await callServer(target, method, path, request);
  const text = await readBounded(response);
  const answer = response.ok ? parseObject(text) : undefined;
  if (answer === undefined) throw toFailure(target, response.status, text);
  return answer as Answer;
}
