/** Sends requests through an HTTP proxy (CONNECT, RFC 9110 section 9.3.6). */
import { LRUCache } from "lru-cache";
import { Pool, ProxyAgent, type buildConnector } from "undici";
import { onStopLast } from "../process/lifecycle";
import { knownLookup, type NameKind } from "./find-addresses";
import { processMemory } from "../process-memory";
import { CONNECT_MS } from "./outbound-error";
import { passingOverInformational } from "./after-informational";

/**
 * A proxy. `key` for Proxy-Authorization: unchanged if it has a scheme, Basic if it has a colon, else a bearer token.
 */
export type ProxyRoute = { url: string; key?: string };

const MAX_PROXIES = 100;

const proxies = () =>
  processMemory("outbound.proxies", () => {
    const cache = new LRUCache<string, ProxyAgent>({
      max: MAX_PROXIES,
      dispose: (agent) => void agent.close().catch(() => undefined),
    });
    // Jobs and deliveries that have begun are let end.
    onStopLast("outbound.proxies", async () => {
      await Promise.all([...cache.values()].map((agent) => agent.destroy()));
    });
    return cache;
  });

function authorization(key: string): string {
  if (key.includes(" ")) return key;
  return key.includes(":") ? `Basic ${Buffer.from(key, "utf8").toString("base64")}` : `Bearer ${key}`;
}

/**
 * Makes a request fail if the proxy hangs up instead of answering. undici would take that for an old kept connection,
 * and try again at once until the request's time is over.
 */
const withoutRepeats =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, done) => {
    connect(options, (...result) => {
      const [error] = result;
      if (error === null) return done(...result);
      const { code } = error as NodeJS.ErrnoException;
      done(code === "UND_ERR_SOCKET" ? Object.assign(new Error(error.message), { code: "ECONNRESET" }) : error, null);
    });
  };

/**
 * The agent for a proxy. Its connections are shared by all requests with the same proxy and key.
 * @param kind how the addresses of the proxy's name are found
 */
export function proxyAgent({ url, key }: ProxyRoute, kind: NameKind): ProxyAgent {
  const name = JSON.stringify([url, key ?? "", kind]);
  const cached = proxies().get(name);
  if (cached) return cached;
  const agent = new ProxyAgent({
    uri: url,
    proxyTunnel: true,
    keepAliveTimeout: 15_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: CONNECT_MS }),
    factory: (origin, options) => {
      const { connect } = options as Pool.Options;
      return new Pool(origin, {
        ...options,
        ...(typeof connect === "function" && { connect: passingOverInformational(withoutRepeats(connect)) }),
      });
    },
    proxyTls: { timeout: CONNECT_MS, lookup: knownLookup(kind) },
    ...(key && { token: authorization(key) }),
  });
  proxies().set(name, agent);
  return agent;
}

/** The message if the proxy refused the tunnel; undefined for any other failure. */
export function proxyRefusal(error: unknown): string | undefined {
  const status = /^Proxy response \((\d+)\)/.exec(error instanceof Error ? error.message : "")?.[1];
  return status && `The proxy of the auth config answered ${status} instead of opening a way to the provider.`;
}
