/** The only way out: one HTTP client that reaches public hosts alone, follows redirects with care, and never hangs. */
import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { isAllowedPrivate, isPublicAddress } from "./address-policy";
import { ApiError } from "./errors";
import { onStop } from "./lifecycle";
import { once } from "./once";
import { Abort, dispatch, type Answer, type Head } from "./outbound-dispatch";
import { isPrivateName, proxyAgent, proxyRefusal, type ProxyRoute } from "./outbound-proxy";
import {
  CONNECT_MS,
  IDLE_MS,
  OutboundError,
  timedOutIn,
  toOutboundError,
  type OutboundFacts,
  type Progress,
} from "./outbound-error";
import { readCapped, readOrWrite } from "./read-capped";

export { OutboundError };

/** A body that is not held in memory: `read` gives it from its beginning, once for each time it is sent. */
export type StreamedBody = { byteLength: number; read: () => AsyncIterable<Uint8Array> };

export type AnswerHead = { status: number; headers: Record<string, string>; url: string };

/** Takes bodies of answers that should not be held in memory. */
export type BodySink = {
  /** By its head: the whole body, only a body beyond `maxBytes`, or none. */
  takes: (head: AnswerHead) => "whole" | "overflow" | "none";
  /** An `OutboundError` that it throws is the exchange's. */
  write: (head: AnswerHead, body: AsyncIterable<Buffer>) => Promise<void>;
};

export type OutboundRequest = {
  /** Leaves through this proxy; both it and the target must be allowed. */
  proxy?: ProxyRoute;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** The whole exchange, redirects and body included; 60,000 unless told. */
  timeoutMs?: number;
  /** From the request to the first byte of the answer; bounded by `timeoutMs` alone unless told. */
  headersTimeoutMs?: number;
  /** Without a byte in the middle of a body; 30,000 unless told. */
  idleTimeoutMs?: number;
  /** Bytes of the decoded body; 25 MB unless told. */
  maxBytes?: number;
  /** How many redirects are followed; 5 unless told, 0 returns the redirect itself. */
  maxRedirects?: number;
  signal?: AbortSignal;
  sink?: BodySink;
};

export type OutboundResponse = {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  /** Empty when the request's sink took it. */
  body: Buffer;
  /** The address that answered, after redirects. */
  url: string;
};

const UNSENT: OutboundFacts = { sent: false };

/** Resolves a name and refuses private answers; the address found here is the one connected to, so a second answer cannot differ. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (refused || !first)
      return callback(
        new OutboundError(
          "refused",
          `${hostname} resolves to an address that is not public.`,
          UNSENT,
        ) as NodeJS.ErrnoException,
        "",
        0,
      );
    if (options.all) return (callback as unknown as (error: null, all: typeof addresses) => void)(null, addresses);
    callback(null, first.address, first.family);
  });
};

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 25 * 1024 * 1024;

const AGENT = {
  connections: 128,
  keepAliveTimeout: 15_000,
  keepAliveMaxTimeout: 120_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 32 * 1024,
};

const agents = () =>
  once("outbound", () => {
    const made = {
      open: new Agent({ ...AGENT, connect: { lookup: publicLookup, timeout: CONNECT_MS } }),
      allowed: new Agent({ ...AGENT, connect: { timeout: CONNECT_MS } }),
    };
    onStop("outbound", async () => {
      await Promise.all([made.open.destroy(), made.allowed.destroy()]);
    });
    return made;
  });

/** The agent for a URL, or the refusal. IP literals skip the resolver, so they are judged here. */
function agentFor(url: URL): Agent {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new OutboundError("refused", `${url.protocol} addresses cannot be reached; use https.`, UNSENT);
  if (url.username || url.password)
    throw new OutboundError(
      "refused",
      "A URL with a user name or password in it is not sent; use credentials of the connection.",
      UNSENT,
    );
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (isAllowedPrivate(host, port)) return agents().allowed;
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new OutboundError(
      "refused",
      `${host} is not a public address. An operator can allow it with PATCHBAY_OUTBOUND_ALLOW=${host}:${port}.`,
      UNSENT,
    );
  return agents().open;
}

/** The way of one request. What a proxy is asked to reach is judged here too, as far as this side can resolve it. */
async function dispatcherFor(url: URL, proxy: ProxyRoute | undefined): Promise<Dispatcher> {
  const direct = agentFor(url);
  if (!proxy) return direct;
  const way = agentFor(new URL(proxy.url));
  if (direct === agents().open && (await isPrivateName(url.hostname)))
    throw new OutboundError("refused", `${url.hostname} resolves to an address that is not public.`);
  return proxyAgent(proxy, way === agents().open ? publicLookup : undefined, 10_000);
}

/** @throws ApiError BadRequest for a URL that `send` would refuse without asking the resolver. For checking settings early. */
export function assertReachable(url: string, field: string): void {
  try {
    agentFor(new URL(url));
  } catch (error) {
    throw new ApiError(
      "BadRequest",
      `${field}: ${error instanceof OutboundError ? error.message : "is not a valid URL."}`,
      { suggestedFix: "Use a public https URL, or let the operator allow the host with PATCHBAY_OUTBOUND_ALLOW." },
    );
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What may go on to another origin. Providers name their credentials' headers as they like, so the harmless ones are listed. */
const HARMLESS_HEADERS = /^(accept(-.*)?|content-.*|user-agent|range|if-.*|.*version.*)$/i;

/** The request after a redirect: another origin gets no credentials; 303, and POST on 301 and 302, become GET (RFC 9110 15.4). */
function redirected(request: OutboundRequest, from: URL, to: URL, status: number): OutboundRequest {
  const toGet = status === 303 || ((status === 301 || status === 302) && request.method === "POST");
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(
      ([name]) => (from.origin === to.origin || HARMLESS_HEADERS.test(name)) && !(toGet && /^content-/i.test(name)),
    ),
  );
  return {
    ...request,
    url: to.href,
    headers,
    ...(toGet && { method: request.method === "HEAD" ? "HEAD" : "GET", body: undefined }),
  };
}

const isEncoded = (headers: Record<string, string>): boolean =>
  headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity";

const isStreamed = (body: OutboundRequest["body"]): body is StreamedBody => typeof body === "object" && "read" in body;

const NOTHING = Buffer.alloc(0);

const isRedirect = ({ status, headers }: Head): boolean => REDIRECTS.has(status) && headers.location !== undefined;

/** Of a redirect's body, which nobody reads. */
const REDIRECT_BYTES = 64 * 1024;

/** Sends the request as it is, without following redirects. */
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
    const refusal = request.proxy && proxyRefusal(error);
    throw refusal ? new OutboundError("connect", refusal) : error;
  });
}

async function exchange(
  request: OutboundRequest,
  progress: Progress,
  signal: Abort,
  hops: number,
): Promise<OutboundResponse> {
  const url = new URL(request.url);
  const { sink, maxBytes = MAX_BYTES } = request;
  let taken: ReturnType<BodySink["takes"]> = "none";
  const answer = await sendOnce(request, url, await dispatcherFor(url, request.proxy), signal, (head) => {
    if (isRedirect(head) && hops > 0) return REDIRECT_BYTES;
    progress.phase = "body";
    taken = sink?.takes({ ...head, url: url.href }) ?? "none";
    return taken === "whole" || isEncoded(head.headers) ? -1 : maxBytes;
  });
  if (isRedirect(answer) && hops > 0) {
    if ("stream" in answer) answer.stream.destroy();
    progress.redirected = true;
    return exchange(
      redirected(request, url, new URL(answer.headers.location ?? "", url), answer.status),
      progress,
      signal,
      hops - 1,
    );
  }
  const head = { status: answer.status, headers: answer.headers, url: url.href };
  if ("whole" in answer) return { ...head, body: answer.whole };
  const encoding = head.headers["content-encoding"];
  if (sink && taken !== "none")
    return {
      ...head,
      body:
        (await readOrWrite(answer.stream, encoding, taken === "whole" ? -1 : maxBytes, (body) =>
          sink.write(head, body),
        )) ?? NOTHING,
    };
  const body = await readCapped(answer.stream, encoding, maxBytes);
  if (body === null) throw new OutboundError("too-large", `The answer is larger than ${maxBytes} bytes.`);
  return { ...head, body };
}

/**
 * Sends one request and reads the whole answer.
 * @throws OutboundError when the host is not allowed, cannot be reached, answers too slowly or too much
 */
export async function send(request: OutboundRequest): Promise<OutboundResponse> {
  const progress: Progress = { redirected: false, phase: "headers" };
  const controller = new Abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, request.timeoutMs ?? TIMEOUT_MS);
  const hangUp = () => controller.abort();
  request.signal?.addEventListener("abort", hangUp, { once: true });
  try {
    if (request.signal?.aborted) controller.abort();
    return await exchange(request, progress, controller, request.maxRedirects ?? 5);
  } catch (error) {
    if (request.signal?.aborted) throw new OutboundError("aborted", "The caller went away.", {}, { cause: error });
    throw timedOut
      ? timedOutIn(progress.phase, request.timeoutMs ?? TIMEOUT_MS, error)
      : toOutboundError(error, request, progress);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", hangUp);
  }
}
