/** Decides by its URL whether a request is allowed, and which way it takes, before anything is sent. */
import { isIP, type LookupFunction } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { ALLOW_SETTING, isAllowedPrivate, isPublicAddress, type Sender } from "./address-policy";
import { ApiError } from "../errors";
import { onStopLast } from "../process/lifecycle";
import { findAddresses, isLocalName, knownLookup, toHost, type NameKind } from "./find-addresses";
import { processMemory } from "../process-memory";
import { Abort } from "./dispatch";
import { CONNECT_MS, OutboundError } from "./outbound-error";
import { proxyAgent, type ProxyRoute } from "./proxy-agent";
import { isUrl } from "../text/is-url";
import { connectorFor } from "./after-informational";

/**
 * The number of connections to a host is not limited here but by slots (see `send`), which are fair between projects.
 */
const AGENT = {
  keepAliveTimeout: 15_000,
  keepAliveMaxTimeout: 120_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 32 * 1024,
};

const agents = () =>
  processMemory("outbound", () => {
    const agent = (kind: NameKind) =>
      new Agent({ ...AGENT, connect: connectorFor({ lookup: knownLookup(kind), timeout: CONNECT_MS }) });
    const agents = { public: agent("public"), listed: agent("listed") };
    // Jobs and deliveries that have begun are let end.
    onStopLast("outbound", async () => {
      await Promise.all([agents.public.destroy(), agents.listed.destroy()]);
    });
    return agents;
  });

const refusal = (message: string) => new OutboundError("refused", message, { sent: false });

/**
 * Whether a host is on the operator's list or public. IP addresses in the URL need no look-up, so they are checked
 * here.
 */
function judgeUrl(url: URL, sender?: Sender): Host {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refusal(`${url.protocol} addresses cannot be reached; use https.`);
  if (url.username || url.password)
    throw refusal("A URL with a user name or password in it is not sent; use credentials of the connection.");
  const host = toHost(url.hostname);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (isAllowedPrivate(host, port, sender)) return { kind: "listed", host };
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw refusal(
      `${host} is not a public address. An operator can allow it with ${ALLOW_SETTING[sender ?? "tools"]}=${host}:${port}.`,
    );
  return { kind: "public", host };
}

type Host = { kind: NameKind; host: string };
/** The way of a request: its target, and the proxy if there is one. */
export type Route = { dispatcher: Dispatcher; target: Host; proxy?: Host };

/**
 * The way of one request.
 * @throws OutboundError for a URL that may not be called
 */
export function routeTo(url: URL, proxy: ProxyRoute | undefined, sender?: Sender): Route {
  const target = judgeUrl(url, sender);
  if (!proxy) return { dispatcher: agents()[target.kind], target };
  const way = judgeUrl(new URL(proxy.url));
  return { dispatcher: proxyAgent(proxy, way.kind), target, proxy: way };
}

/**
 * The look-up function for a connection of another kind than requests (a websocket, a tunnel), after the same checks:
 * it gives only addresses that were judged. Hosts that are IP addresses need none.
 * @throws OutboundError for an address that may not be reached, or a name that has none
 */
export async function findConnectionLookup(
  url: URL,
  { projectId, sender, signal }: { projectId: string; sender: Sender; signal?: AbortSignal },
): Promise<LookupFunction> {
  const { target } = routeTo(url, undefined, sender);
  const abort = new Abort();
  const end = () => abort.abort();
  signal?.addEventListener("abort", end, { once: true });
  try {
    await findAddresses(projectId, target.kind, target.host, abort);
  } finally {
    signal?.removeEventListener("abort", end);
  }
  return knownLookup(target.kind);
}

/**
 * Looks up the addresses on the way. Undefined if they are known; else a promise to wait for before sending.
 * @throws OutboundError (in the promise) as `findAddresses`
 */
export function findWay({ target, proxy }: Route, projectId: string, signal: Abort): Promise<void> | undefined {
  if (!proxy) return findAddresses(projectId, target.kind, target.host, signal);
  const both = async () => {
    if (target.kind === "public") await assertNotPrivate(projectId, target.host, signal);
    await findAddresses(projectId, proxy.kind, proxy.host, signal);
  };
  return both();
}

/**
 * Checks the target of a request through a proxy. The proxy resolves the name itself and can get another answer; a name
 * that is unknown here is allowed, because it could exist only behind the proxy.
 */
async function assertNotPrivate(projectId: string, host: string, signal: Abort): Promise<void> {
  try {
    await findAddresses(projectId, "public", host, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof OutboundError) || error.phase === "refused") throw error;
  }
}

/** Longer than any URL of a provider; the limit of many servers and proxies. */
const MAX_CHARACTERS = 2000;
/** A host must follow the two slashes directly: on other forms URL parsers disagree. */
const HTTP_URL = /^https?:\/\/[^/\\?#]/i;
/** Characters that URL parsers treat in different ways. */
const UNSAFE = /[\p{Cc}\s\\]/u;

/** The fault in the text of a URL; undefined if it has no fault. */
function problemOf(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters.`;
  if (UNSAFE.test(text)) return "must not hold spaces, line breaks, control characters or backslashes.";
  if (!HTTP_URL.test(text)) return "must begin with https:// (or http://) and a host.";
  return isUrl(text) ? undefined : "is not a valid URL.";
}

/**
 * Checks a URL from a person or client that this server is to call: its form, and whether `send` would refuse it
 * (without a DNS look-up).
 * @param field the name of the URL in the error
 * @param sender whose list of private hosts counts
 * @throws ApiError BadRequest
 */
export function assertReachable(text: string, field: string, sender: Sender = "tools"): void {
  const refuse = (problem: string) =>
    new ApiError("BadRequest", `${field}: ${problem}`, {
      suggestedFix: `Use a public https URL, or let the operator allow the host with ${ALLOW_SETTING[sender]}.`,
    });
  const problem = problemOf(text);
  if (problem) throw refuse(problem);
  try {
    judgeUrl(new URL(text), sender);
  } catch (error) {
    if (error instanceof OutboundError) throw refuse(error.message);
    throw error;
  }
}
