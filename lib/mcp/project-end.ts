/** The MCP servers of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project; what hangs on a server goes with it. */
export const SERVERS_OF_PROJECT = [batchDelete("mcp_server", OF_PROJECT)];
