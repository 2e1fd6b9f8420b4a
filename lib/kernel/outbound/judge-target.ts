/** Which way a request leaves, and whether it may: judged by its URL before anything is asked of the network. */
import { isIP } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { isAllowedPrivate, isPublicAddress } from "./address-policy";
import { ApiError } from "../errors";
import { onStop } from "../process/lifecycle";
import { findAddresses, isLocalName, knownLookup, toHost, type NameKind } from "./name-lookup";
import { processMemory } from "../process-memory";
import type { Abort } from "./dispatch";
import { CONNECT_MS, OutboundError } from "./outbound-error";
import { proxyAgent, type ProxyRoute } from "./proxy-tunnel";
import { isUrl } from "../text/is-url";

/** The number of connections to a host is the gate's matter (kernel/outbound), which is fair between projects. */
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
      new Agent({ ...AGENT, connect: { lookup: knownLookup(kind), timeout: CONNECT_MS } });
    const made = { public: agent("public"), listed: agent("listed") };
    onStop("outbound", async () => {
      await Promise.all([made.public.destroy(), made.listed.destroy()]);
    });
    return made;
  });

const refused = (message: string) => new OutboundError("refused", message, { sent: false });

/** A host as far as its URL tells: on the operator's list, or to be found on the internet. IP literals need no look-up, so they are judged here. */
function judged(url: URL): Host {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refused(`${url.protocol} addresses cannot be reached; use https.`);
  if (url.username || url.password)
    throw refused("A URL with a user name or password in it is not sent; use credentials of the connection.");
  const host = toHost(url.hostname);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (isAllowedPrivate(host, port)) return { kind: "listed", host };
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw refused(
      `${host} is not a public address. An operator can allow it with PATCHBAY_OUTBOUND_ALLOW=${host}:${port}.`,
    );
  return { kind: "public", host };
}

type Host = { kind: NameKind; host: string };
/** A request's way: its target, and the proxy in between where there is one. */
export type Route = { dispatcher: Dispatcher; target: Host; proxy?: Host };

/**
 * The way of one request.
 * @throws OutboundError for a URL that may not be reached
 */
export function routeTo(url: URL, proxy: ProxyRoute | undefined): Route {
  const target = judged(url);
  if (!proxy) return { dispatcher: agents()[target.kind], target };
  const way = judged(new URL(proxy.url));
  return { dispatcher: proxyAgent(proxy, way.kind), target, proxy: way };
}

/**
 * Makes the addresses on the way known. Undefined when they are; else what to wait for before the request leaves.
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
 * Of a request that a proxy makes: the proxy resolves the name again and may see another answer; a name that is unknown
 * here is left to the proxy, behind which alone it may exist.
 */
async function assertNotPrivate(projectId: string, host: string, signal: Abort): Promise<void> {
  try {
    await findAddresses(projectId, "public", host, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof OutboundError) || error.phase === "refused") throw error;
  }
}

/** Longer than any that a provider has; the limit of many servers and proxies. */
const MAX_CHARACTERS = 2000;
/** A host directly after the two slashes: parsers agree on nothing else. */
const HTTP_URL = /^https?:\/\/[^/\\?#]/i;
/** Parsers leave out, replace or refuse them, each in its own way. */
const UNSAFE = /[\p{Cc}\s\\]/u;

/** What is wrong with the text of a URL; undefined for nothing. */
function problemOf(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters.`;
  if (UNSAFE.test(text)) return "must not hold spaces, line breaks, control characters or backslashes.";
  if (!HTTP_URL.test(text)) return "must begin with https:// (or http://) and a host.";
  return isUrl(text) ? undefined : "is not a valid URL.";
}

/**
 * The check of every URL that a person or a client gives for this server to call: its form, and whether `send` would
 * refuse it without asking the resolver.
 * @param field names the URL in the refusal
 * @throws ApiError BadRequest
 */
export function assertReachable(text: string, field: string): void {
  const refuse = (problem: string) =>
    new ApiError("BadRequest", `${field}: ${problem}`, {
      suggestedFix: "Use a public https URL, or let the operator allow the host with PATCHBAY_OUTBOUND_ALLOW.",
    });
  const problem = problemOf(text);
  if (problem) throw refuse(problem);
  try {
    judged(new URL(text));
  } catch (error) {
    if (error instanceof OutboundError) throw refuse(error.message);
    throw error;
  }
}
