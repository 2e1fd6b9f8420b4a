/** Live logs: sends executions of all copies of the app to people who watch them. */
import { ApiError } from "@/lib/kernel/errors";
import { background, log } from "@/lib/kernel/process/log";
import { listen } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";
import { findToolLogsByIds, type ToolLogRow } from "./find-tool-logs";
import { LOGGED_CHANNEL } from "./record-execution";

export type Follower = {
  /** New executions, oldest first. */
  logged: (rows: ToolLogRow[]) => void;
  /** `skipped` executions were left out; 0 if the number is unknown. */
  gap: (skipped: number) => void;
};

/** The largest number of watchers per project, in one copy of the app. */
export const MAX_FOLLOWERS = 20;
/**
 * New executions are read together at this interval. Read singly, they would cost a busy server more time than the
 * executions themselves.
 */
const GATHER_MS = 250;
/** The largest number of executions per interval: a person cannot read more. */
const MAX_AT_ONCE = 100;

type Watched = { followers: Set<Follower>; ids: string[]; skipped: number; timer?: NodeJS.Timeout | undefined };

const state = processMemory("logs.live", () => ({ projects: new Map<string, Watched>(), listening: false }));

async function deliver(projectId: string, watched: Watched): Promise<void> {
  watched.timer = undefined;
  const ids = watched.ids.splice(0);
  const skipped = watched.skipped;
  watched.skipped = 0;
  try {
    const rows = await findToolLogsByIds(projectId, ids);
    for (const follower of watched.followers) {
      if (skipped > 0) follower.gap(skipped);
      follower.logged(rows);
    }
  } catch (error) {
    log.warn(background("live logs"), "executions could not be read for those who watch", { error });
    for (const follower of watched.followers) follower.gap(ids.length + skipped);
  }
}

function take(payload: string): void {
  const [projectId = "", ...ids] = payload.split(" ");
  const watched = state.projects.get(projectId);
  if (!watched) return;
  watched.ids.push(...ids);
  const over = watched.ids.length - MAX_AT_ONCE;
  if (over > 0) {
    watched.ids.splice(0, over);
    watched.skipped += over;
  }
  watched.timer ??= setTimeout(() => void deliver(projectId, watched), GATHER_MS);
}

function start(): void {
  state.listening = true;
  listen(LOGGED_CHANNEL, {
    message: take,
    missed: () => {
      for (const { followers } of state.projects.values()) for (const follower of followers) follower.gap(0);
    },
  });
}

/**
 * Watches the project's executions until the returned function is called.
 * @throws ApiError TooManyRequests if too many watch the project already
 */
export function followToolLogs(projectId: string, follower: Follower): () => void {
  if (!state.listening) start();
  const watched = state.projects.get(projectId) ?? { followers: new Set(), ids: [], skipped: 0 };
  if (watched.followers.size >= MAX_FOLLOWERS)
    throw new ApiError("TooManyRequests", `${MAX_FOLLOWERS} streams already follow this project's executions.`, {
      suggestedFix: "Close one of them, or list executions with POST /api/v3/logs/tool_execution.",
      headers: { "retry-after": "30" },
    });
  watched.followers.add(follower);
  state.projects.set(projectId, watched);
  return () => {
    watched.followers.delete(follower);
    if (watched.followers.size > 0) return;
    clearTimeout(watched.timer);
    if (state.projects.get(projectId) === watched) state.projects.delete(projectId);
  };
}
