/** Counts the auth configs of a project, for its overview. */
import { db } from "@/lib/kernel/database/db";

/** The number of the project's auth configs, including disabled auth configs. */
export const countAuthConfigs = (projectId: string): Promise<number> => db.authConfig.count({ where: { projectId } });
