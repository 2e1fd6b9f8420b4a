/** Cache of sessions: each call of an agent needs its session, and sessions hardly ever change between two calls. */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { db, type Db } from "@/lib/kernel/database/db";
import { isListening, listen, notify } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";
import type { Session } from "../session";
import { toSession } from "./session-rows";

const CHANNEL = "patchbay_sessions";
/** Changes are announced at once; this limits the harm if their connection dies silently. */
const REMEMBER_MS = 5_000;
/** Limit of the configurations, as JSON. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** The size of a session without its configuration. */
const FEW_CHARACTERS = 500;

type Watcher = { projectId: string; changed: () => void; ended: () => void };

const state = () =>
  processMemory("tool-router.sessions", () => {
    const cache = new CountedCache<string, Session>("sessions", {
      max: 5_000,
      maxSize: MOST_CHARACTERS,
      ttl: REMEMBER_MS,
    });
    const state = { cache, changes: 0, watchers: new Map<string, Set<Watcher>>() };
    listen(CHANNEL, {
      missed: () => {
        state.changes++;
        state.cache.clear();
        for (const id of state.watchers.keys()) void tellWatchers(id);
      },
      message: (id) => {
        state.changes++;
        state.cache.delete(id);
        void tellWatchers(id);
      },
      onOwn: (id) => {
        state.changes++;
        state.cache.delete(id);
      },
    });
    return state;
  });

/** Notifies all copies, when `tx` commits, that a session was changed or deleted. */
export const announceSession = (tx: Pick<Db, "$executeRaw">, id: string): Promise<void> => notify(tx, CHANNEL, id);

/** The session with this id; null if the project has no such session. */
export async function findSession(projectId: string, id: string): Promise<Session | null> {
  const { cache } = state();
  const cached = cache.getIf(isListening(CHANNEL), id);
  if (cached) return cached.projectId === projectId ? cached : null;
  const before = state().changes;
  const row = await db.toolRouterSession.findFirst({ where: { projectId, id } });
  if (!row) return null;
  const session = toSession(row);
  // The row can lack a change that was announced while it was read.
  if (isListening(CHANNEL) && before === state().changes)
    cache.set(id, session, { size: JSON.stringify(session.config).length + FEW_CHARACTERS });
  return session;
}

/** Notifies the watchers of a session of its change or deletion. */
async function tellWatchers(id: string): Promise<void> {
  const watchers = [...(state().watchers.get(id) ?? [])];
  const [first] = watchers;
  if (!first) return;
  // If the database is away, `missed` runs again when its connection is back.
  const session = await findSession(first.projectId, id).catch(() => undefined);
  if (session === undefined) return;
  for (const { changed, ended: onEnd } of watchers) (session ? changed : onEnd)();
}

/**
 * Calls `changed` after each change of the session, in any copy, and `ended` after its deletion, until the returned
 * function is called.
 */
export function watchSession(
  { projectId, id }: Pick<Session, "projectId" | "id">,
  changed: () => void,
  onEnd: () => void,
): () => void {
  const { watchers } = state();
  const all = watchers.get(id) ?? new Set();
  const watcher = { projectId, changed, ended: onEnd };
  watchers.set(id, all.add(watcher));
  return () => {
    all.delete(watcher);
    if (all.size === 0 && watchers.get(id) === all) watchers.delete(id);
  };
}
