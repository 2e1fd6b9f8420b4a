/** The MCP servers of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** Rows of this room that belong to a project; rows that belong to a server are deleted with it. */
export const SERVERS_OF_PROJECT = [batchDelete("mcp_server", OF_PROJECT)];
