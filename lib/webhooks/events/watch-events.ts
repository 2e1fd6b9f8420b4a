/** Live events: gives what happens to who watches a project, in every copy of the app, as they are recorded. */
import { ApiError } from "@/lib/kernel/errors";
import { listen } from "@/lib/kernel/database/notify";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { AUDIT_EVENT } from "../event-types";
import { openContent, type EventContent } from "./event-content";
import { toLiveMessage, type EventFacts } from "./message";
import { EVENTS_CHANNEL } from "./record-event";

/** One object for all who watch: what each of them needs is made once. */
export type LiveEvent = {
  event: EventFacts;
  content: EventContent;
  /** The message of the websocket as JSON. */
  text: () => string;
};
export type Watcher = {
  happened: (live: LiveEvent) => void;
  /** Events could be missing after this. */
  gap: () => void;
};

/** The most watchers of a project, in one copy of the app. */
const MAX_WATCHERS = 100;
/** The capacity of the queue. Events beyond it are dropped, and the watchers get a notice. */
const MAX_WAITING = 200;
/** Read together: they are in memory at the same time, and each may be a megabyte. */
const MAX_AT_ONCE = 20;
/** To send more than this takes a while. */
const LARGE_BYTES = 16 * 1024;

/** Audit events are for the endpoint that an owner chose, not for everyone who may watch the project. */
const EVENTS = statement({
  name: "webhooks.live",
  text: `SELECT id, project_id AS "projectId", type, created_at AS "createdAt", trigger_id AS "triggerId",
    trigger_slug AS "triggerSlug", toolkit_slug AS "toolkitSlug", user_id AS "userId", account_id AS "accountId",
    auth_config_id AS "authConfigId", content, bytes FROM webhook_event
    WHERE project_id = $1 AND id = ANY ($2::text[]) AND NOT sample AND content IS NOT NULL
      AND type <> '${AUDIT_EVENT}' ORDER BY seq`,
  columns: {
    id: "text",
    projectId: "text",
    type: "text",
    createdAt: "timestamptz",
    triggerId: "text?",
    triggerSlug: "text?",
    toolkitSlug: "text?",
    userId: "text?",
    accountId: "text?",
    authConfigId: "text?",
    content: "text?",
    bytes: "int4",
  },
});

type Watched = { watchers: Set<Watcher>; ids: string[]; reading: boolean; missed: boolean };
const state = processMemory("webhooks.live", () => ({ projects: new Map<string, Watched>(), listening: false }));

function toLiveEvent(event: EventFacts, content: EventContent): LiveEvent {
  let text: string | undefined;
  return { event, content, text: () => (text ??= JSON.stringify(toLiveMessage(event, content))) };
}

async function read(projectId: string, watched: Watched): Promise<void> {
  watched.reading = true;
  while (watched.ids.length > 0 && watched.watchers.size > 0) {
    const ids = watched.ids.splice(0, MAX_AT_ONCE);
    try {
      const rows = await rowsOf(EVENTS, [projectId, ids]);
      for (const { content, ...event } of rows) {
        const live = toLiveEvent(event, openContent(projectId, event.id, content ?? ""));
        for (const watcher of watched.watchers) {
          watcher.happened(live);
          // A hundred watchers can receive events of a megabyte, so other work gets its turn in between.
          if (event.bytes > LARGE_BYTES) await new Promise(setImmediate);
        }
      }
    } catch (error) {
      log.warn(background("live events"), "events could not be read for those who watch", { error });
      watched.missed = true;
    }
    if (watched.missed) for (const watcher of watched.watchers) watcher.gap();
    watched.missed = false;
  }
  watched.reading = false;
}

function take(payload: string): void {
  const [projectId = "", id = ""] = payload.split(" ");
  const watched = state.projects.get(projectId);
  if (!watched || id === "") return;
  if (watched.ids.length >= MAX_WAITING) watched.missed = true;
  else watched.ids.push(id);
  if (!watched.reading) void read(projectId, watched);
}

function start(): void {
  state.listening = true;
  listen(EVENTS_CHANNEL, {
    message: take,
    missed: () => {
      for (const { watchers } of state.projects.values()) for (const watcher of watchers) watcher.gap();
    },
  });
}

/**
 * Watches the project's events, samples and audit events left out, until the returned function is called.
 * @throws ApiError TooManyRequests if too many watch the project already
 */
export function watchEvents(projectId: string, watcher: Watcher): () => void {
  if (!state.listening) start();
  const watched = state.projects.get(projectId) ?? { watchers: new Set(), ids: [], reading: false, missed: false };
  if (watched.watchers.size >= MAX_WATCHERS)
    throw new ApiError("TooManyRequests", `${MAX_WATCHERS} clients already watch this project's events.`, {
      suggestedFix: "Close one of them.",
      headers: { "retry-after": "30" },
    });
  watched.watchers.add(watcher);
  state.projects.set(projectId, watched);
  return () => {
    watched.watchers.delete(watcher);
    if (watched.watchers.size === 0 && state.projects.get(projectId) === watched) state.projects.delete(projectId);
  };
}
