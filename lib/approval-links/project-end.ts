/** The links to waiting calls of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const APPROVAL_LINKS_OF_PROJECT = [batchDelete("approval_link", OF_PROJECT)];
