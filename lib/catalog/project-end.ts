/** A project's own toolkits, and its changes of tools, end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** The data of this room that belong to a project. */
export const TOOLKITS_OF_PROJECT = [
  batchDelete("tool_override", OF_PROJECT),
  batchDelete("tool", OF_PROJECT),
  batchDelete("toolkit", OF_PROJECT),
];
