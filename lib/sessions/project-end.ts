/** Deletes the sessions of a project, and the calls that wait in them, when the project ends. */
import { db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** Rows of this room that belong to a project. Keys, versions and grants of a session are deleted with it. */
export const SESSIONS_OF_PROJECT = [
  batchDelete("parked_call", OF_PROJECT),
  batchDelete("tool_router_session", OF_PROJECT),
  batchDelete("saved_session_config", OF_PROJECT),
  batchDelete("approval_rule", OF_PROJECT),
  batchDelete("approval_policy", OF_PROJECT),
];

/** The number of agent sessions of a project. */
export const countSessions = (projectId: string): Promise<number> =>
  db.toolRouterSession.count({ where: { projectId } });
