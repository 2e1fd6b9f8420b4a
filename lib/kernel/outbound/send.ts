/**
 * The only HTTP client for outgoing requests: it calls public hosts only, follows redirects safely, and never hangs.
 */
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { onAbort } from "../concurrency/on-abort";
import { env } from "../process/env";
import { freeSlot, waitForSlot, tryTakeSlot } from "../concurrency/slots";
import { forgetAddresses, toHost } from "./find-addresses";
import { isCoded } from "./decode-body";
import { Abort, dispatch, abortError, type Answer, type Head } from "./dispatch";
import {
  IDLE_MS,
  isUnreached,
  mayHaveBeenSent,
  OutboundError,
  timedOutIn,
  toOutboundError,
  type Progress,
} from "./outbound-error";
import { proxyRefusal } from "./proxy-agent";
import { isRedirect, redirected } from "./redirect";
import { assertReachable, findWay, routeTo } from "./judge-target";
import { AnswerRoom, UNCOUNTED_BYTES } from "./answer-room";
import { readCapped, readOrWrite } from "./read-capped";
import type { AnswerHead, BodySink, OutboundRequest, OutboundResponse, StreamedBody } from "./outbound-request";

export { assertReachable, OutboundError };

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 25 * 1024 * 1024;

const isStreamed = (body: OutboundRequest["body"]): body is StreamedBody => typeof body === "object" && "read" in body;

const NOTHING = Buffer.alloc(0);

/** For the body of a redirect, which is not used. */
const REDIRECT_BYTES = 64 * 1024;

/** Sends the request without following redirects. */
function sendOnce(
  request: OutboundRequest,
  url: URL,
  dispatcher: Dispatcher,
  signal: Abort,
  room: (head: Head) => number,
): Promise<Answer> {
  const { body } = request;
  return dispatch(
    dispatcher,
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: {
        "user-agent": "Patchbay",
        "accept-encoding": "gzip, deflate, br",
        ...request.headers,
        ...(isStreamed(body) && { "content-length": String(body.byteLength) }),
      },
      body: isStreamed(body) ? Readable.from(body.read()) : (body ?? null),
      headersTimeout: request.headersTimeoutMs ?? 0,
      bodyTimeout: request.idleTimeoutMs ?? IDLE_MS,
    },
    signal,
    room,
  ).catch((error: unknown) => {
    if (isUnreached(error)) forgetAddresses(toHost((request.proxy ? new URL(request.proxy.url) : url).hostname));
    const refusal = request.proxy && proxyRefusal(error);
    throw refusal ? new OutboundError("connect", refusal) : error;
  });
}

/**
 * The slots per origin in this process; each copy of the app has its own. A project gets half of them, but at least 50,
 * so that a project whose calls hang leaves room for others.
 */
function roomOfOrigin(): { total: number; share: number } {
  const total = env().providerConcurrency;
  return { total, share: Math.min(total, Math.max(50, Math.floor(total / 2))) };
}

/**
 * The slots of a request: deliveries of events to a host have their own, so that neither they nor calls of tools wait
 * for the other, and so have streams, which would keep away the requests whose answers they bring.
 */
const gateOf = ({ origin }: URL, { sender, isStream }: OutboundRequest): string =>
  sender === "webhooks" ? `webhooks ${origin}` : isStream ? `streams ${origin}` : origin;

/** Waits for a slot at an origin. @throws if the request ended before it got one */
async function waitForTurn(gate: string, request: OutboundRequest, progress: Progress, signal: Abort): Promise<void> {
  const startedAt = performance.now();
  progress.phase = "queue";
  const isMine = await waitForSlot(gate, request.projectId, (giveUp) => signal.use(giveUp));
  request.queued?.(performance.now() - startedAt);
  if (!isMine) throw abortError();
}

/**
 * The request to one origin and its answer; for a redirect that is followed, without its body.
 */
async function exchangeOnce(
  request: OutboundRequest,
  url: URL,
  progress: Progress,
  signal: Abort,
  follows: boolean,
): Promise<OutboundResponse> {
  const { sink, maxBytes = MAX_BYTES } = request;
  const route = routeTo(url, request.proxy, request.sender);
  const ready = findWay(route, request.projectId, signal);
  if (ready) {
    progress.phase = "connect";
    await ready;
  }
  const gate = gateOf(url, request);
  if (!tryTakeSlot(gate, request.projectId, roomOfOrigin())) await waitForTurn(gate, request, progress, signal);
  try {
    progress.phase = "headers";
    let acceptance: ReturnType<BodySink["accepts"]> = "none";
    const answer = await sendOnce(request, url, route.dispatcher, signal, (head) => {
      if (follows && isRedirect(head)) return REDIRECT_BYTES;
      progress.phase = "body";
      acceptance = sink?.accepts({ url: url.href, ...head }) ?? "none";
      return acceptance === "whole" || isCoded(head.headers["content-encoding"])
        ? -1
        : Math.min(maxBytes, UNCOUNTED_BYTES);
    });
    const head = { status: answer.status, headers: answer.headers, url: url.href };
    if (follows && isRedirect(answer)) {
      if ("stream" in answer) answer.stream.destroy();
      return { body: NOTHING, ...head };
    }
    return { body: await readBody(answer, head, request, acceptance), ...head };
  } finally {
    freeSlot(gate, request.projectId);
  }
}

/** zlib's errors: the body is not what its head calls it. */
const isDecodingError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && /^(Z_|ERR_BROTLI|ERR_ZSTD|ERR__ERROR)/.test(String((error as { code?: unknown }).code));

/** The decoded body; empty if the sink received it. @throws OutboundError if it cannot be decoded, or is too large */
async function readBody(
  answer: Answer,
  head: AnswerHead,
  request: OutboundRequest,
  acceptance: ReturnType<BodySink["accepts"]>,
): Promise<Buffer> {
  try {
    return await readCoded(answer, head, request, acceptance);
  } catch (error) {
    if (!isDecodingError(error)) throw error;
    // The status shows whether the request was carried out.
    throw new OutboundError(
      "protocol",
      `The provider returned ${head.status}, but the body is not ${head.headers["content-encoding"]} (${error.code}).`,
      {},
      { cause: error },
    );
  }
}

async function readCoded(
  answer: Answer,
  head: AnswerHead,
  { sink, maxBytes = MAX_BYTES, projectId, holds }: OutboundRequest,
  acceptance: ReturnType<BodySink["accepts"]>,
): Promise<Buffer> {
  if ("whole" in answer) return answer.whole;
  const room = new AnswerRoom(projectId);
  holds?.(room);
  try {
    return await readStream(answer.stream, head, { sink, maxBytes, room }, acceptance);
  } catch (error) {
    room.release();
    throw error;
  } finally {
    if (!holds) room.release();
  }
}

async function readStream(
  stream: Readable,
  head: AnswerHead,
  { sink, maxBytes, room }: { sink: BodySink | undefined; maxBytes: number; room: AnswerRoom },
  acceptance: ReturnType<BodySink["accepts"]>,
): Promise<Buffer> {
  const encoding = head.headers["content-encoding"];
  if (sink && acceptance !== "none") {
    const most = acceptance === "whole" ? -1 : maxBytes;
    return (await readOrWrite(stream, encoding, most, room, (body) => sink.write(head, body))) ?? NOTHING;
  }
  const body = await readCapped(stream, encoding, maxBytes, room);
  if (body === null) throw new OutboundError("too-large", `The response is larger than ${maxBytes} bytes.`);
  return body;
}

async function exchange(request: OutboundRequest, progress: Progress, signal: Abort): Promise<OutboundResponse> {
  let current = request;
  for (let hops = request.maxRedirects ?? 5; ; hops--) {
    const url = new URL(current.url);
    const response = await exchangeOnce(current, url, progress, signal, hops > 0);
    if (hops <= 0 || !isRedirect(response)) return response;
    progress.redirected = true;
    current = redirected(current, url, new URL(response.headers.location ?? "", url), response.status);
  }
}

/** Limits from here on are rounded up to tenths of a second. */
const LONG_MS = 10_000;

/** Node has a list for all timers of one length, and makes one for each further length that somebody asks for. */
const toTimerMs = (ms: number): number => (ms < LONG_MS ? ms : Math.ceil(ms / 100) * 100);

/**
 * Sends one request and reads the whole answer.
 * @throws OutboundError if the host is not allowed, cannot be reached, or answers too slowly or with too much
 */
export async function send(request: OutboundRequest): Promise<OutboundResponse> {
  const progress: Progress = { redirected: false, phase: "headers" };
  const controller = new Abort();
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      controller.abort();
    },
    toTimerMs(request.timeoutMs ?? TIMEOUT_MS),
  );
  const stopListening = request.signal && onAbort(request.signal, () => controller.abort());
  try {
    if (request.signal?.aborted) controller.abort();
    return await exchange(request, progress, controller);
  } catch (error) {
    const wasSent = mayHaveBeenSent(progress);
    if (request.signal?.aborted)
      throw new OutboundError("aborted", "The caller went away.", { sent: wasSent }, { cause: error });
    throw timedOut
      ? timedOutIn(progress.phase, request.timeoutMs ?? TIMEOUT_MS, error, wasSent)
      : toOutboundError(error, request, progress);
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}
