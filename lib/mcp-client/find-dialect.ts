/**
 * The memory of this process for MCP servers: the revision and transport of each, and for a few seconds that it could
 * not be reached. A cache: without it, a connection needs more requests.
 */
import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { LRUCache } from "lru-cache";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { processMemory } from "@/lib/kernel/process-memory";
import { DIALECT_MS, FAILURE_MS, MAX_SELF_TOTAL, MAX_SELF_WORDS } from "./constants";

export type Transport = "streamable" | "sse";

/** How to speak with a server. */
export type Dialect = { transport: Transport; prior?: PriorDiscovery };

/** The server, as one project reaches it. */
export type ServerKey = { projectId: string; url: string };

const keyOf = ({ projectId, url }: ServerKey): string => `${projectId} ${url}`;

const dialects = () =>
  processMemory(
    "mcp-client.dialects",
    () =>
      new LRUCache<string, Dialect>({
        ...{ max: 2000, ttl: DIALECT_MS, maxSize: MAX_SELF_TOTAL, maxEntrySize: MAX_SELF_WORDS },
        sizeCalculation: (value) => JSON.stringify(value).length,
      }),
  );
const failures = () =>
  processMemory("mcp-client.failures", () => new LRUCache<string, OutboundError>({ max: 2000, ttl: FAILURE_MS }));

export const findDialect = (server: ServerKey): Dialect | undefined => dialects().get(keyOf(server));
export const recordDialect = (server: ServerKey, dialect: Dialect): void => void dialects().set(keyOf(server), dialect);
/** The server is no longer what it was. */
export const forgetDialect = (server: ServerKey): void => void dialects().delete(keyOf(server));

/** @throws OutboundError if the project could not reach the server a moment ago */
export function assertReached(server: ServerKey): void {
  const failure = failures().get(keyOf(server));
  if (failure)
    throw new OutboundError(failure.phase, `${failure.message} It is asked again in a few seconds.`, {
      ...failure.facts,
      sent: false,
      passing: false,
    });
}

/** Remembers a server that could not be reached at all; after other failures the next call can succeed. */
export function recordFailure(server: ServerKey, failure: OutboundError): void {
  if (failure.phase === "connect" || (failure.phase === "timeout" && failure.facts.during === "connect"))
    failures().set(keyOf(server), failure);
}
