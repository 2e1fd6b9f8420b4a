/** The apps of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const CONFIGS_OF_PROJECT = [batchDelete("auth_config", OF_PROJECT)];
