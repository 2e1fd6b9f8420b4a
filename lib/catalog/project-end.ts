/** A project's own toolkits end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** The data of this room that belong to a project. */
export const TOOLKITS_OF_PROJECT = [batchDelete("tool", OF_PROJECT), batchDelete("toolkit", OF_PROJECT)];
