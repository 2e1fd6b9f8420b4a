/**
 * Checks for listening clients whether the list of a server's tools changed, and whether their address is still valid.
 * Changes of servers, addresses and overrides are announced; changes of auth configs and toolkits are found by polling.
 */
import { watchOverrides } from "@/lib/catalog/overrides/watch-overrides";
import { listen } from "@/lib/kernel/database/notify";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { audienceHash, type Address } from "../addresses/audience";
import { SERVERS_CHANNEL } from "../servers/announce-server";
import { findServerConfigs, listState } from "../tools/server-tools";
import { type AddressedServer, readAddressedServer } from "../servers/addressed-server";
import type { McpServer } from "../servers/servers";
import { isSigned } from "../addresses/signed-addresses";

const LOOK_MS = 15_000;

type Watcher = { address: Address; changed: () => void; ended: () => void };
type Watched = {
  watchers: Set<Watcher>;
  /** Undefined before the first check. */
  list?: string;
  /** A change was announced before the first check ended, which thus cannot know the list before the change. */
  changedEarly?: boolean;
  looking: boolean;
  /** The next check, requested while a check was running. */
  next?: { each: boolean };
  endOverrides: () => void;
};

const state = processMemory("mcp.watched", () => ({
  servers: new Map<string, Watched>(),
  timer: undefined as NodeJS.Timeout | undefined,
  listening: false,
}));

/** Notifies all watchers of this server if its list can have changed since the last check. */
async function compareList(watched: Watched, server: McpServer): Promise<void> {
  const list = await listState(server.projectId, server, await findServerConfigs(server.projectId, server));
  const changed = watched.changedEarly ?? (watched.list !== undefined && watched.list !== list);
  watched.list = list;
  delete watched.changedEarly;
  if (!changed) return;
  for (const { changed } of watched.watchers) changed();
}

const holds = (server: AddressedServer | null, { audience, signature }: Address): boolean =>
  server !== null && (signature === undefined || isSigned(server, audience, signature));

async function look(serverId: string, watched: Watched, each: boolean): Promise<void> {
  const byAudience = new Map<string, Watcher[]>();
  for (const watcher of watched.watchers) {
    const audience = audienceHash(watcher.address.audience);
    const same = byAudience.get(audience);
    if (same) same.push(watcher);
    else byAudience.set(audience, [watcher]);
  }
  let compared = false;
  for (const [audience, watchers] of byAudience) {
    const server = await readAddressedServer(serverId, audience);
    for (const watcher of watchers) if (!holds(server, watcher.address)) watcher.ended();
    if (server && !compared) await compareList(watched, server);
    compared ||= server !== null;
    if (!each && compared) return;
  }
}

/** @param each checks every address against its server, instead of one address for all */
async function lookAt(serverId: string, each: boolean): Promise<void> {
  const watched = state.servers.get(serverId);
  if (!watched) return;
  watched.next = { each: each || (watched.next?.each ?? false) };
  if (watched.looking) return;
  watched.looking = true;
  try {
    for (; watched.next; ) {
      const { each: all } = watched.next;
      delete watched.next;
      await look(serverId, watched, all);
    }
  } catch (error) {
    log.warn(background("MCP streams"), "servers could not be looked at for those who listen; trying again", { error });
  } finally {
    watched.looking = false;
  }
}

/** Checks a server after an announced change. */
function followChange(serverId: string, each: boolean): void {
  const watched = state.servers.get(serverId);
  if (watched && watched.list === undefined) watched.changedEarly = true;
  void lookAt(serverId, each);
}

const lookAtAll = async (each: boolean): Promise<void> => {
  for (const id of [...state.servers.keys()]) await lookAt(id, each);
};

function start(): void {
  state.timer ??= setInterval(() => void lookAtAll(false), LOOK_MS).unref();
  if (state.listening) return;
  state.listening = true;
  listen(SERVERS_CHANNEL, {
    message: (serverId) => followChange(serverId, true),
    missed: () => void lookAtAll(true),
  });
}

/**
 * Watches until the returned function is called.
 * @param changed called when the list can have changed
 * @param onEnd called when the server is deleted, or the address is no longer valid
 */
export function watchServer(
  { id: serverId, projectId }: Pick<McpServer, "id" | "projectId">,
  address: Address,
  changed: () => void,
  onEnd: () => void,
): () => void {
  const watched: Watched = state.servers.get(serverId) ?? {
    watchers: new Set(),
    looking: false,
    endOverrides: watchOverrides(projectId, () => followChange(serverId, false)),
  };
  const watcher = { address, changed, ended: onEnd };
  watched.watchers.add(watcher);
  state.servers.set(serverId, watched);
  start();
  if (watched.list === undefined) void lookAt(serverId, true);
  return () => {
    watched.watchers.delete(watcher);
    if (watched.watchers.size === 0 && state.servers.delete(serverId)) watched.endOverrides();
    if (state.servers.size > 0) return;
    clearInterval(state.timer);
    state.timer = undefined;
  };
}
