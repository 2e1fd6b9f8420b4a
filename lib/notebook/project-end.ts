/** The notebooks of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const NOTEBOOKS_OF_PROJECT = [batchDelete("notebook", OF_PROJECT)];
