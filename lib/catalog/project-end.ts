/** A project's own toolkits, and its changes of tools, end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** Toolkits stay as long as accounts of them must be revoked. */
export const TOOLKITS_OF_PROJECT = [batchDelete("tool", OF_PROJECT), batchDelete("toolkit", OF_PROJECT)];

export const OVERRIDES_OF_PROJECT = [batchDelete("tool_override", OF_PROJECT)];
