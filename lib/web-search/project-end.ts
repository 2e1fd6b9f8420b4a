/** The search provider of a project ends with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** The data of this room that belong to a project. */
export const SEARCH_OF_PROJECT = [batchDelete("project_web_search", OF_PROJECT)];
