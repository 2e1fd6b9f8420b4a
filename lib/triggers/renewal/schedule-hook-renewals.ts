/** Finds each minute the hooks that must be made, renewed, or moved to another public URL of this server. */
import { findSlugsWithEndingHooks } from "@/lib/catalog/read/find-trigger-type";
import { db } from "@/lib/kernel/database/db";
import { changeIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { env } from "@/lib/kernel/process/env";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";

/** A renewal that fails writes its next time into the trigger: the clock finds it again. */
export const RENEW_HOOK: JobKind = { name: "triggers.renew-hook", work: "providers", pauses: [60] };

export type HookJob = { projectId: string; id: string };

/** Of one minute. */
const MOST = 1000;

/** Triggers from before their type had a hook, and copies: they get theirs within these minutes. */
const ADOPT = statement({
  name: "triggers.adopt-hooks",
  text: `UPDATE trigger_instance SET hook_renew_at = $2::timestamptz + random() * interval '10 minutes'
    WHERE id IN (SELECT id FROM trigger_instance
      WHERE slug = ANY($1::text[]) AND hook_renew_at IS NULL AND NOT poll_only AND disabled_at IS NULL LIMIT ${MOST})`,
});

/** Hooks from before this version were made with the URL that the server has now, as far as anybody knows. */
const ASSUME_URL = statement({
  name: "triggers.known-hooks",
  text: `UPDATE trigger_instance SET hook_url = $1
    WHERE id IN (SELECT id FROM trigger_instance WHERE hook_id IS NOT NULL AND hook_url IS NULL LIMIT ${MOST})`,
});

/** Hooks that were made with another public URL of this server: nothing comes through them any more. */
const MOVED = statement({
  name: "triggers.moved-hooks",
  text: `UPDATE trigger_instance SET hook_url = $1, hook_ends_at = NULL, hook_heard_at = NULL, hook_failures = 0,
      hook_renew_at = $2::timestamptz + random() * interval '5 minutes'
    WHERE hook_url <> $1 AND disabled_at IS NULL AND NOT poll_only`,
});

const DUE = statement({
  name: "triggers.due-hooks",
  text: `SELECT project_id AS "projectId", id FROM trigger_instance
    WHERE hook_renew_at <= $1 AND disabled_at IS NULL AND NOT poll_only ORDER BY hook_renew_at LIMIT ${MOST}`,
  columns: { projectId: "text", id: "text" },
});

/** Has the hook of a trigger looked at now. */
export const renewHookSoon = (tx: Parameters<typeof enqueue>[0], { projectId, id }: HookJob): Promise<void> =>
  enqueue(tx, RENEW_HOOK, { projectId, id }, { key: id, sideBySide: true });

/** The job of each minute. */
export async function scheduleHookRenewals(_: unknown, on: Origin): Promise<void> {
  await changeIn(db, ADOPT, [await findSlugsWithEndingHooks(), now()]);
  await changeIn(db, ASSUME_URL, [env().publicUrl]);
  const moved = await changeIn(db, MOVED, [env().publicUrl, now()]);
  if (moved > 0) log.info(on, "hooks are made again, because the public URL has changed", { total: moved });
  for (const job of await rowsOf(DUE, [now()])) await renewHookSoon(db, job);
}
