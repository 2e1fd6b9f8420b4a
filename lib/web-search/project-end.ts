/** The search provider of a project ends with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const SEARCH_OF_PROJECT = [batchDelete("project_web_search", OF_PROJECT)];
