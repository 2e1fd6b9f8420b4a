/** The logs of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** The data of this room that belong to a project. */
export const LOGS_OF_PROJECT = [
  batchDelete("tool_log", OF_PROJECT),
  batchDelete("usage_counter", OF_PROJECT),
  batchDelete("toolkit_usage", OF_PROJECT),
  batchDelete("usage_tally", OF_PROJECT),
  batchDelete("saved_view", OF_PROJECT),
];
