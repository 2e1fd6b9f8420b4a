/**
 * Deletes the files of sessions that no longer exist: sessions also end by age, with their project, or on another copy
 * of the app, which cannot reach the files of this one.
 */
import { readdir, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { listen, type Channel } from "@/lib/kernel/database/notify";
import { env } from "@/lib/kernel/process/env";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import type { Owner } from "../run-answer";
import { liveSandboxes } from "./sandboxes";
import { forgetOwnership, pruneOwnership } from "./ownership";
import { endSandbox } from "./capacity";

const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;
/** A younger folder is left alone, so that nothing is deleted whose session is just being made. */
const LEAST_AGE_MS = 3_600_000;
const BATCH = 500;

/** Which of the sessions of a project exist. */
export type FindSessions = (projectId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Takes a session that is gone from the table of those that a copy has. */
type Forget = (owner: Owner) => Promise<void>;

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function isOld(folder: string): Promise<boolean> {
  const facts = await stat(folder).catch(() => null);
  return facts !== null && now().getTime() - facts.mtimeMs > LEAST_AGE_MS;
}

/** Ends the sandboxes of deleted sessions in a project; their files return to their folders first. */
async function endSandboxes(find: FindSessions): Promise<void> {
  for (const sandbox of liveSandboxes()) {
    const { owner } = sandbox;
    if (!owner || (await find(owner.projectId, [owner.sessionId])).has(owner.sessionId)) continue;
    await endSandbox(sandbox, "its session was deleted");
  }
}

async function sweepProject(folder: string, find: FindSessions, forget: Forget): Promise<number> {
  const old: string[] = [];
  for (const name of await namesIn(folder)) if (await isOld(path.join(folder, name))) old.push(name);
  let total = 0;
  for (let from = 0; from < old.length; from += BATCH) {
    const part = old.slice(from, from + BATCH);
    const existing = await find(path.basename(folder), part);
    const living = new Set(liveSandboxes().map(({ owner }) => owner?.sessionId));
    for (const name of part) {
      if (existing.has(name) || living.has(name)) continue;
      await rm(path.join(folder, name), { recursive: true, force: true });
      await forget({ projectId: path.basename(folder), sessionId: name });
      total++;
    }
  }
  // Only where nothing is left in it.
  await rmdir(folder).catch(() => {});
  return total;
}

/** Deletes the files of deleted sessions; returns the number of sessions. */
export async function sweepSessions(sessions: string, find: FindSessions, forget: Forget): Promise<number> {
  await endSandboxes(find);
  let total = 0;
  for (const project of await namesIn(sessions))
    total += await sweepProject(path.join(sessions, project), find, forget);
  return total;
}

/** The channel on which copies of the app learn that a project ends. */
export const PROJECT_ENDS = "patchbay_project_ends" satisfies Channel;

const ID = /^\w+$/;

/** Ends what this copy runs for a project, and deletes the files of its sessions. */
export async function endProject(sessions: string, projectId: string): Promise<void> {
  if (!ID.test(projectId)) return;
  const sandboxes = liveSandboxes().filter(({ owner }) => owner?.projectId === projectId);
  await Promise.all(sandboxes.map((sandbox) => endSandbox(sandbox, "its project was deleted")));
  await rm(path.join(sessions, projectId), { recursive: true, force: true });
}

/** Does it now and then, as long as the process runs: the files are this copy's own. */
export function startSweeping(find: FindSessions): void {
  const sessions = path.join(env().dataDir, "workbench", "sessions");
  const sweep = async () => {
    try {
      const total = await sweepSessions(sessions, find, forgetOwnership);
      await pruneOwnership();
      if (total > 0) log.info(background("workbench"), "files of sessions that ended were deleted", { total });
    } catch (error) {
      log.error(background("workbench"), "files of sessions that ended were not deleted", { error });
    }
  };
  const end = (projectId: string) =>
    endProject(sessions, projectId).catch((error: unknown) =>
      log.error(background("workbench"), "the files of a deleted project were not deleted", { error }),
    );
  // The next sweep deletes what a missed message leaves.
  listen(PROJECT_ENDS, { message: (projectId) => void end(projectId), missed: () => undefined });
  const first = setTimeout(sweep, FIRST_MS).unref();
  const timer = setInterval(sweep, EVERY_MS).unref();
  onStop("sweep of the workbench", async () => {
    clearTimeout(first);
    clearInterval(timer);
  });
}
