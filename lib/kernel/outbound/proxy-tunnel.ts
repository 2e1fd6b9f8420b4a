/** Requests that leave through an HTTP proxy of the operator's choice (CONNECT, RFC 9110 section 9.3.6). */
import { LRUCache } from "lru-cache";
import { Pool, ProxyAgent, type buildConnector } from "undici";
import { onStop } from "../process/lifecycle";
import { knownLookup, type NameKind } from "./name-lookup";
import { processMemory } from "../process-memory";
import { CONNECT_MS } from "./outbound-error";

/** `key` goes into Proxy-Authorization: as it is with a scheme, as user name and password with a colon, else as a bearer token. */
export type ProxyRoute = { url: string; key?: string };

const MAX_PROXIES = 100;

const proxies = () =>
  processMemory("outbound.proxies", () => {
    const made = new LRUCache<string, ProxyAgent>({
      max: MAX_PROXIES,
      dispose: (agent) => void agent.close().catch(() => undefined),
    });
    onStop("outbound.proxies", async () => {
      await Promise.all([...made.values()].map((agent) => agent.destroy()));
    });
    return made;
  });

function authorization(key: string): string {
  if (key.includes(" ")) return key;
  return key.includes(":") ? `Basic ${Buffer.from(key, "utf8").toString("base64")}` : `Bearer ${key}`;
}

/**
 * A proxy that hangs up instead of answering fails the request. undici takes such an end for a kept connection that grew
 * old and would ask again at once, for as long as the request has time.
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
 * The agent for a proxy; connections are kept and shared by all who use the same proxy with the same key.
 * @param kind where the addresses of the proxy's name come from
 */
export function proxyAgent({ url, key }: ProxyRoute, kind: NameKind): ProxyAgent {
  const name = JSON.stringify([url, key ?? "", kind]);
  const known = proxies().get(name);
  if (known) return known;
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
        ...(typeof connect === "function" && { connect: withoutRepeats(connect) }),
      });
    },
    proxyTls: { timeout: CONNECT_MS, lookup: knownLookup(kind) },
    ...(key && { token: authorization(key) }),
  });
  proxies().set(name, agent);
  return agent;
}

/** The proxy's own refusal of a tunnel, in words; undefined for every other failure. */
export function proxyRefusal(error: unknown): string | undefined {
  const status = /^Proxy response \((\d+)\)/.exec(error instanceof Error ? error.message : "")?.[1];
  return status && `The proxy of the auth config answered ${status} instead of opening a way to the provider.`;
}
