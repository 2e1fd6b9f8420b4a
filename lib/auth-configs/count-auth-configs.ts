/** Counts the auth configs of a project, for its overview. */
import { db } from "@/lib/kernel/database/db";

/** How many auth configs the project has, disabled ones too. */
export const countAuthConfigs = (projectId: string): Promise<number> => db.authConfig.count({ where: { projectId } });
