/** The sandboxes that run on this copy of the app, with whose they are. */
import type { z } from "zod";
import { findProjectNames } from "@/lib/access/projects/projects";
import { findSessionUsers } from "@/lib/sessions/sessions";
import { listSandboxes, type SandboxView } from "@/lib/workbench/control";
import { describeWorkbench } from "@/lib/workbench/workbench-state";
import { toLimits } from "../cells/describe-session-workbench";
import type { sandboxesApi } from "./contract";

type Answer = z.input<typeof sandboxesApi.listSandboxes.response>;

/** The users of their sessions, by session: one question a project. */
async function findUsers(views: readonly SandboxView[]): Promise<ReadonlyMap<string, string>> {
  const projects = new Map<string, string[]>();
  for (const { projectId, sessionId } of views)
    projects.set(projectId, [...(projects.get(projectId) ?? []), sessionId]);
  const userMaps = await Promise.all([...projects].map(([projectId, ids]) => findSessionUsers(projectId, ids)));
  return new Map(userMaps.flatMap((users) => [...users]));
}

/** @param projectId null for all projects: for the operator */
export async function describeSandboxes(projectId: string | null): Promise<Answer> {
  const { status, problems } = await describeWorkbench();
  const views = await listSandboxes(projectId);
  const [users, names] = await Promise.all([
    findUsers(views),
    findProjectNames([...new Set(views.map((view) => view.projectId))]),
  ]);
  return {
    items: views.map((view) => ({
      id: view.id,
      project: { id: view.projectId, name: names.get(view.projectId) ?? view.projectId },
      session_id: view.sessionId,
      user_id: users.get(view.sessionId) ?? null,
      started_at: view.startedAt.toISOString(),
      used_at: view.usedAt.toISOString(),
      stops_at: view.stopsAt?.toISOString() ?? null,
      running: view.running.map(({ kind, since }) => ({ kind, since: since.toISOString() })),
      memory_bytes: view.memoryBytes,
      most_memory_bytes: view.mostMemoryBytes,
      disk_bytes: view.diskBytes,
    })),
    limits: await toLimits(),
    workbench: {
      status,
      reason: problems.map(({ reason }) => reason).join(" "),
      fix: problems[0]?.fix ?? "",
    },
  };
}
