/**
 * Finds the addresses of hosts. Public names are looked up by DNS directly (c-ares): the look-up of the operating
 * system would block one of four threads, which files and passwords need too, for as long as the DNS server takes.
 */
import { lookup as systemLookup, promises as dns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { LRUCache } from "lru-cache";
import { isPublicAddress } from "./address-policy";
import { env } from "../process/env";
import { freeSlot, waitForSlot, tryTakeSlot } from "../concurrency/slots";
import { processMemory } from "../process-memory";
import { abortError, type Abort } from "./dispatch";
import { OutboundError } from "./outbound-error";
import { shareInFlight } from "../concurrency/memoize";

/**
 * - `public`: names of the internet, whose addresses must all be public
 * - `listed`: hosts on the operator's list, found as the operating system finds them (hosts file, search domains)
 */
export type NameKind = "public" | "listed";

type Address = { address: string; family: number };
type Answer = { addresses: Address[]; ttlSeconds: number };
/**
 * Times of `performance.now()`. From `freshUntil` to `missingUntil`, the addresses are still used while they are looked
 * up again.
 */
type CachedName = { addresses: Address[]; freshUntil: number; missingUntil: number };

/** For all tries of one look-up together. */
const LOOKUP_MS = 5000;
const FIRST_TRY_MS = 2000;
const TTL_SECONDS = { least: 1, most: 60, ofListed: 10 };
const STALE_MS = 30_000;
/** How many addresses of a name are kept; all are checked. */
const MAX_ADDRESSES = 16;

/** Look-ups at a time. Those of the operating system block a thread each, so only few are allowed. */
const ROOM = { public: { total: 256, share: 16 }, listed: { total: 2, share: 1 } };
const gateOf = (kind: NameKind): string => `name look-ups (${kind})`;

const MAX_NAMES = 10_000;
const namesOf = () => ({ known: new LRUCache<string, CachedName>({ max: MAX_NAMES }), asking: shareInFlight<void>() });
const names = () => processMemory("outbound.names", () => ({ public: namesOf(), listed: namesOf() }));

/** Whether a name is `localhost` or below it: always this machine (RFC 6761 6.3), whatever a DNS server answers. */
export const isLocalName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");

const LOOPBACK: Answer = {
  addresses: [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ],
  ttlSeconds: TTL_SECONDS.most,
};

const unsent = { sent: false };
/** The DNS server answers that there is no such address; every other failure can be temporary. */
const IS_NONE = /^(ENOTFOUND|ENODATA|EBADNAME|ENONAME)$/;

function failure(host: string, codes: readonly string[]): OutboundError {
  const passing = codes.find((code) => !IS_NONE.test(code));
  if (passing === undefined)
    return new OutboundError("connect", `Couldn't resolve ${host} (${codes[0] ?? "ENOTFOUND"}).`, {
      ...unsent,
      passing: false,
    });
  if (/^(ETIMEOUT|ECANCELLED)$/.test(passing))
    return new OutboundError("timeout", `Couldn't resolve ${host} within ${LOOKUP_MS} ms.`, {
      ...unsent,
      passing: true,
      during: "connect",
      limitMs: LOOKUP_MS,
    });
  return new OutboundError("connect", `Couldn't resolve ${host} (${passing}).`, {
    ...unsent,
    passing: true,
  });
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "unknown");

/** The IPv4 and IPv6 addresses of a public name; it can have only one kind. */
async function askPublic(host: string): Promise<Answer> {
  // A new resolver, because a resolver can only cancel all of its look-ups together.
  const resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: 3 });
  const { dnsServers } = env();
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(host, { ttl: true }),
      resolver.resolve6(host, { ttl: true }),
    ]);
    const records = [v4, v6].flatMap((answer, index) =>
      answer.status === "fulfilled" ? answer.value.map((record) => ({ ...record, family: index === 0 ? 4 : 6 })) : [],
    );
    if (records.length === 0)
      throw failure(
        host,
        [v4, v6].flatMap((answer) => (answer.status === "rejected" ? [codeOf(answer.reason)] : [])),
      );
    if (records.some(({ address }) => !isPublicAddress(address)))
      throw new OutboundError("refused", `${host} resolves to an address that is not public.`, unsent);
    return {
      addresses: records.slice(0, MAX_ADDRESSES).map(({ address, family }) => ({ address, family })),
      ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
    };
  } finally {
    clearTimeout(timer);
  }
}

const askListed = (host: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => {
      if (error) reject(failure(host, [codeOf(error)]));
      else resolve({ addresses, ttlSeconds: TTL_SECONDS.ofListed });
    });
  });

async function ask(kind: NameKind, host: string): Promise<void> {
  const { addresses, ttlSeconds } = await (kind === "public" ? askPublic(host) : askListed(host));
  const freshUntil = performance.now() + Math.min(Math.max(ttlSeconds, TTL_SECONDS.least), TTL_SECONDS.most) * 1000;
  names()[kind].known.set(host, { addresses, freshUntil, missingUntil: freshUntil + STALE_MS });
}

/** Runs a look-up that has its slot, unless the name has become known meanwhile. */
async function inPlace(projectId: string, kind: NameKind, host: string): Promise<void> {
  try {
    if (!isFresh(kind, host)) await names()[kind].asking.run(host, () => ask(kind, host));
  } finally {
    freeSlot(gateOf(kind), projectId);
  }
}

const isFresh = (kind: NameKind, host: string): boolean => {
  const entry = names()[kind].known.get(host);
  return entry !== undefined && performance.now() < entry.freshUntil;
};

/** Waits for a look-up until the request ends; the look-up goes on for other requests. */
const whileAlive = (signal: Abort, wait: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    wait.then(resolve, reject);
    signal.use(() => reject(abortError()));
  });

async function askInTurn(projectId: string, kind: NameKind, host: string, signal: Abort): Promise<void> {
  const running = names()[kind].asking.find(host);
  if (running) return whileAlive(signal, running);
  if (!tryTakeSlot(gateOf(kind), projectId, ROOM[kind])) {
    const passed = await waitForSlot(gateOf(kind), projectId, (giveUp) => signal.use(giveUp));
    if (!passed) throw abortError();
  }
  return whileAlive(signal, inPlace(projectId, kind, host));
}

/** Looks up a name again while its old addresses are still used, unless the project has no free slot. */
function renew(projectId: string, kind: NameKind, host: string): void {
  if (names()[kind].asking.find(host) || !tryTakeSlot(gateOf(kind), projectId, ROOM[kind])) return;
  inPlace(projectId, kind, host).catch((error: unknown) => {
    // Forget a name that is gone or has a private address now; but not if the DNS server did not answer.
    if (error instanceof OutboundError && !error.facts.passing) names()[kind].known.delete(host);
  });
}

/**
 * Looks up the addresses of a host. Undefined if they are known; else a promise to wait for.
 * @param projectId who asks: each project has a limited number of look-ups at a time, and those that wait take turns
 * @throws OutboundError (in the promise) for a name that is unknown, does not answer, or has an address that is not
 * public
 */
export function findAddresses(
  projectId: string,
  kind: NameKind,
  host: string,
  signal: Abort,
): Promise<void> | undefined {
  const entry = names()[kind].known.get(host);
  const time = performance.now();
  if (entry && time < entry.freshUntil) return undefined;
  if (isIP(host) !== 0 || isLocalName(host)) return undefined;
  if (!entry || time >= entry.missingUntil) return askInTurn(projectId, kind, host, signal);
  renew(projectId, kind, host);
  return undefined;
}

/** Forgets the addresses of a host that did not answer, so that they are looked up again. */
export const forgetAddresses = (host: string): void => {
  for (const kind of ["public", "listed"] as const) names()[kind].known.delete(host);
};

/**
 * The look-up function for connections. It only gives addresses that `findAddresses` has checked, so that a second DNS
 * answer cannot lead elsewhere.
 */
export const knownLookup =
  (kind: NameKind): LookupFunction =>
  (hostname, options, callback) => {
    const host = toHost(hostname);
    const cached = isLocalName(host) && kind === "listed" ? LOOPBACK : names()[kind].known.get(host);
    const first = cached?.addresses[0];
    if (!cached || !first) return callback(failure(host, ["EAGAIN"]) as NodeJS.ErrnoException, "", 0);
    if (options.all) return (callback as unknown as (error: null, all: Address[]) => void)(null, [...cached.addresses]);
    callback(null, first.address, first.family);
  };

/** A host name in lower case, without brackets and without a final dot. */
export const toHost = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
