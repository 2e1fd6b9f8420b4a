/** A project's own toolkits end with it; their tools are the catalog's. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** The data of this room that belong to a project. */
export const SOURCES_OF_PROJECT = [
  batchDelete("added_tool", OF_PROJECT),
  batchDelete("own_toolkit_version", OF_PROJECT),
  batchDelete("own_toolkit", OF_PROJECT),
];
