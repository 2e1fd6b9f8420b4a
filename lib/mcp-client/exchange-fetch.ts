/**
 * The `fetch` of an MCP client, over an exchange of ours: streams are passed on while they arrive, and nothing is
 * longer than it may be.
 */
import { setImmediate } from "node:timers/promises";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { AnswerHead, BodySink, OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { AnswerBounds } from "./answer-bounds";
import { GOODBYE_MS, MAX_ANSWER_BYTES, MAX_REQUESTS } from "./constants";

/** One HTTP request to an MCP server. Redirects come back as answers. */
export type McpHttpRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  sink: BodySink;
  signal: AbortSignal;
  /** Of a message that nothing depends on. */
  timeoutMs?: number;
  /** The older form: answers come on a stream that is opened before. */
  isStream?: boolean;
  /** The server can be silent as long as it works. */
  idleTimeoutMs: number;
  maxBytes: number;
  maxRedirects: 0;
};

/** Sends a request with the credentials of the server. @throws OutboundError without an answer */
export type McpExchange = (request: McpHttpRequest) => Promise<OutboundResponse>;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `settle` waits for the messages that no answer follows. */
export type ExchangeFetch = { fetch: Fetch; settle: () => Promise<void> };

const EVENTS = /^text\/event-stream\b/i;
/** A silent stream ends with the call that waits for it. */
const IDLE_MS = 10 * 60_000;
/** Statuses whose `Response` must have no body. */
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

const tooManyRequests = () =>
  new OutboundError("too-large", `The MCP server caused more than ${MAX_REQUESTS} requests in one call.`, {
    sent: false,
  });

/** Events that are handled without a pause; others have their turn between two of these parts. */
const PART_BYTES = 4096;

async function writeParts(writer: WritableStreamDefaultWriter<Uint8Array>, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    if (from > 0) await setImmediate();
    await writer.write(bytes.subarray(from, from + PART_BYTES));
  }
}

/** Names and values that a `Response` takes: those of a server can hold what it refuses. */
function toHeaders(headers: Record<string, string>): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (/^[\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)) all.set(name, value);
  return all;
}

function toResponse({ status, headers, url }: AnswerHead, body: BodyInit | null): Response {
  const response = new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers: toHeaders(headers) });
  // A `Response` made by hand has no address; the client reads it to judge redirects.
  Object.defineProperty(response, "url", { value: url });
  return response;
}

/**
 * A sink that gives the stream of events to `open` as soon as it begins.
 * @param isOnly all answers come on this stream, so its end is a failure
 */
function eventSink(open: (response: Response) => void, hangUp: AbortController, isOnly: boolean): BodySink {
  return {
    accepts: ({ status, headers }) =>
      status >= 200 && status < 300 && EVENTS.test(headers["content-type"] ?? "") ? "whole" : "none",
    write: async (head, body) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      let isFailed = false;
      writer.closed.catch(() => isFailed || hangUp.abort());
      open(toResponse(head, readable));
      const bounds = new AnswerBounds();
      try {
        for await (const chunk of body) await writeParts(writer, bounds.addEvents(chunk));
        if (isOnly) throw new OutboundError("protocol", "The MCP server closed the stream of its answers.");
        await writer.close();
      } catch (error) {
        // Whoever read it has gone, so its end is no failure.
        const isLeft = hangUp.signal.aborted;
        isFailed = true;
        await writer.abort(error).catch(() => undefined);
        if (!isLeft) throw error;
      }
    },
  };
}

/** The headers of a request as a plain object; the client gives none twice. */
const fromHeaders = (init: RequestInit["headers"]): Record<string, string> => Object.fromEntries(new Headers(init));

/** Whether the message ends a call: it goes out although the call has ended. */
const isCancellation = ({ body }: RequestInit): boolean =>
  typeof body === "string" && body.startsWith("{") && body.includes('"notifications/cancelled"');

const isGoodbye = (init: RequestInit): boolean => init.method === "DELETE" || isCancellation(init);

const isStream = ({ method, headers }: RequestInit): boolean =>
  (method ?? "GET") === "GET" && !new Headers(headers).has("last-event-id");

/** Waits, at most so long. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, end]);
  clearTimeout(timer);
}

/** A cancellation is sent although what it cancels has been aborted. */
function followSignal(init: RequestInit, end: () => void): void {
  if (isCancellation(init)) return;
  if (init.signal?.aborted) end();
  init.signal?.addEventListener("abort", end, { once: true });
}

/**
 * The `fetch` of a client.
 * @param listens whether the client can open a stream of its own for messages that answer nothing; without it, the
 *   client gets the answer of a server without such a stream, as nobody reads it
 * @param onFailure is called for each request without an answer, or with half of one
 */
export function exchangeFetch(
  exchange: McpExchange,
  { listens, onFailure }: { listens: boolean; onFailure: (failure: OutboundError) => void },
): ExchangeFetch {
  const goodbyes = new Set<Promise<unknown>>();
  let requestCount = 0;
  const send = (url: string | URL, init: RequestInit): Promise<Response> => {
    const hangUp = new AbortController();
    const end = () => hangUp.abort();
    followSignal(init, end);
    return new Promise<Response>((resolve, reject) => {
      const request = {
        method: init.method ?? "GET",
        url: String(url),
        headers: fromHeaders(init.headers),
        ...(typeof init.body === "string" && { body: init.body }),
        sink: eventSink(resolve, hangUp, isStream(init)),
        signal: hangUp.signal,
        ...(isStream(init) && { isStream: true }),
        ...(isGoodbye(init) && { timeoutMs: GOODBYE_MS }),
        idleTimeoutMs: IDLE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        maxRedirects: 0 as const,
      };
      const isTooMany = ++requestCount > MAX_REQUESTS && !isGoodbye(init);
      (isTooMany ? Promise.reject(tooManyRequests()) : exchange(request))
        .then((answer) => {
          new AnswerBounds().add(answer.body);
          resolve(toResponse(answer, new Uint8Array(answer.body)));
        })
        .catch((error: unknown) => {
          if (error instanceof OutboundError && error.phase !== "aborted" && !isGoodbye(init)) onFailure(error);
          reject(error instanceof Error ? error : new Error("The exchange failed."));
        })
        .finally(() => init.signal?.removeEventListener("abort", end));
    });
  };
  const fetch: Fetch = (url, init = {}) => {
    if (!listens && isStream(init)) return Promise.resolve(new Response(null, { status: 405 }));
    const answer = send(url, init);
    if (isCancellation(init)) {
      const goodbye = answer.catch(() => undefined).finally(() => goodbyes.delete(goodbye));
      goodbyes.add(goodbye);
    }
    return answer;
  };
  return { fetch, settle: () => within(GOODBYE_MS, Promise.all(goodbyes)) };
}
