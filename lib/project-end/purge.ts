/**
 * Deletes the data of a deleted project, table by table, in short turns, so that a crash loses little and other jobs
 * get their turns. Every step can be repeated. The whole is repeated each hour for a day, because work in progress when
 * the project ended can write a row later. Then the project's own row is deleted.
 */
import { z } from "zod";
import {
  findDeletion,
  forgetProject,
  isLongGone,
  KEYS_AND_LOGO_OF_PROJECT,
  listDeletedProjects,
} from "@/lib/access/projects/deleted-projects";
import { CONFIGS_OF_PROJECT } from "@/lib/auth-configs/project-end";
import { OVERRIDES_OF_PROJECT, TOOLKITS_OF_PROJECT } from "@/lib/catalog/project-end";
import { ACCOUNTS_OF_PROJECT, isRevoking, REPORTS_OF_PROJECT } from "@/lib/connected-accounts/manage/delete-account";
import { purgeFiles } from "@/lib/files/project-end";
import { FINDING_OF_PROJECT } from "@/lib/find/project-end";
import { db } from "@/lib/kernel/database/db";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { type BatchDelete, deleteOfProject } from "@/lib/kernel/database/delete-in-batches";
import { KEYS_OF_PROJECT } from "@/lib/kernel/idempotency/key-rows";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { log, type Origin } from "@/lib/kernel/process/log";
import { MODEL_OF_PROJECT } from "@/lib/llm/project-end";
import { LOGS_OF_PROJECT } from "@/lib/logs/project-end";
import { SERVERS_OF_PROJECT } from "@/lib/mcp/project-end";
import { NOTEBOOKS_OF_PROJECT } from "@/lib/notebook/project-end";
import { CLIENTS_OF_PROJECT } from "@/lib/oauth-server/project-end";
import { APPROVAL_LINKS_OF_PROJECT } from "@/lib/approval-links/project-end";
import { MESSAGES_OF_PROJECT } from "@/lib/approval-messages/project-end";
import { LINKS_OF_PROJECT } from "@/lib/sign-in-links/project-end";
import { SOURCES_OF_PROJECT } from "@/lib/own-toolkits/project-end";
import { COPIED_IDS_OF_PROJECT } from "@/lib/project-copy/copied-ids";
import { POLICIES_OF_PROJECT } from "@/lib/policies/policies-of-project";
import { SESSIONS_OF_PROJECT } from "@/lib/sessions/project-end";
import { TRIGGERS_OF_PROJECT } from "@/lib/triggers/project-end";
import { SEARCH_OF_PROJECT } from "@/lib/web-search/project-end";
import { EVENTS_OF_PROJECT } from "@/lib/webhooks/project-end";
import { purgeWorkbench } from "@/lib/workbench/project-end";

/** The job that deletes what a project had. */
export const PURGE = { name: "project-end.purge", work: "cleaning" } as const satisfies JobKind;

/** One part of the work, for one turn. Returns whether nothing is left of it. */
type Step = (projectId: string) => Promise<boolean>;

const rows =
  (tables: readonly BatchDelete[]): Step =>
  (projectId) =>
    deleteOfProject(tables, projectId);

/** Secrets and what people typed first, then the logs, which may be many. */
const STEPS: readonly Step[] = [
  rows(KEYS_AND_LOGO_OF_PROJECT),
  rows(SESSIONS_OF_PROJECT),
  purgeWorkbench,
  rows(ACCOUNTS_OF_PROJECT),
  rows(CONFIGS_OF_PROJECT),
  rows(TRIGGERS_OF_PROJECT),
  rows(CLIENTS_OF_PROJECT),
  rows(APPROVAL_LINKS_OF_PROJECT),
  rows(MESSAGES_OF_PROJECT),
  rows(LINKS_OF_PROJECT),
  rows(SERVERS_OF_PROJECT),
  rows(MODEL_OF_PROJECT),
  rows(SEARCH_OF_PROJECT),
  rows(NOTEBOOKS_OF_PROJECT),
  rows(SOURCES_OF_PROJECT),
  rows(OVERRIDES_OF_PROJECT),
  rows(POLICIES_OF_PROJECT),
  rows(FINDING_OF_PROJECT),
  rows(COPIED_IDS_OF_PROJECT),
  rows(KEYS_OF_PROJECT),
  purgeFiles,
  rows(EVENTS_OF_PROJECT),
  rows(LOGS_OF_PROJECT),
];

/** Rows that a revocation needs until it has reached every provider. */
const AFTER_REVOCATION: readonly Step[] = [rows(REPORTS_OF_PROJECT), rows(TOOLKITS_OF_PROJECT)];

/** The state after a turn: something is left, the revocation at the providers still runs, or nothing is left. */
type Progress = "more" | "revoking" | "done";

/**
 * One turn of each step. An unreachable storage or gateway delays only its own step.
 * @throws the error of a step, after all steps had their turn
 */
async function takeTurn(projectId: string): Promise<Progress> {
  const failures: unknown[] = [];
  const turn = async (steps: readonly Step[]): Promise<boolean> => {
    let isAll = true;
    for (const step of steps)
      try {
        if (!(await step(projectId))) isAll = false;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        failures.push(error);
      }
    return isAll;
  };
  let isAll = await turn(STEPS);
  const revoking = await isRevoking(projectId);
  if (!revoking) isAll = (await turn(AFTER_REVOCATION)) && isAll;
  if (failures.length > 0) throw failures[0];
  if (!isAll) return "more";
  return revoking ? "revoking" : "done";
}

const Payload = z.object({ projectId: z.string() });

/** The job of the queue. Does nothing for a project that lives. */
export async function runPurge(payload: unknown, on: Origin): Promise<void> {
  const { projectId } = Payload.parse(payload);
  const deletedAt = await findDeletion(projectId);
  if (!deletedAt) return;
  const progress = await takeTurn(projectId);
  if (progress === "more") return enqueue(db, PURGE, { projectId }, { key: projectId });
  if (progress === "revoking" || !isLongGone(deletedAt)) return;
  await forgetProject(projectId);
  log.info(on, "nothing is left of a deleted project", { project_id: projectId });
}

/** Takes up every deleted project again: what arrived late, what waited for providers, and what a job gave up. */
export async function continuePurges(): Promise<void> {
  for (const projectId of await listDeletedProjects()) await enqueue(db, PURGE, { projectId }, { key: projectId });
}
