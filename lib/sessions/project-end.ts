/** The sessions of a project and what waits in them end with it. */
import { db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project; keys, versions and grants of a session go with it. */
export const SESSIONS_OF_PROJECT = [
  batchDelete("parked_call", OF_PROJECT),
  batchDelete("tool_router_session", OF_PROJECT),
  batchDelete("saved_session_config", OF_PROJECT),
  batchDelete("approval_rule", OF_PROJECT),
  batchDelete("approval_policy", OF_PROJECT),
];

/** How many sessions of agents a project has. */
export const countSessions = (projectId: string): Promise<number> =>
  db.toolRouterSession.count({ where: { projectId } });
