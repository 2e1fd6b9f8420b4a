/** Publishes what is served of an MCP server as the next version of its toolkit. */
import { toOwnRows } from "@/lib/catalog/load/own-toolkit-rows";
import type { StoredToolkit } from "@/lib/catalog/load/store-own-toolkit";
import { publishRows } from "../publish-rows";
import { compileServer } from "./compile-server";
import { servedTools, type Pin } from "./reconcile";
import type { McpServerRow } from "./find-mcp-server";

/**
 * The same tools as in the latest version make none.
 * @throws ApiError Conflict if the toolkit has changed meanwhile, or the project has too many tools
 */
export async function publishServer(
  server: McpServerRow,
  pins: readonly Pin[],
  createdBy: string | null,
): Promise<StoredToolkit> {
  const tools = servedTools(pins);
  const compiled = await compileServer(server, tools);
  const rows = toOwnRows(
    server.access === "all" ? compiled : { ...compiled, meta: { ...compiled.meta, onlyUser: server.access } },
  );
  const waiting = pins.filter(({ state }) => state === "changed" || state === "new").length;
  return publishRows(server.projectId, rows, {
    revision: server.revision,
    source: null,
    settings: {},
    summary: { tools: tools.length, problems: waiting },
    createdBy,
  });
}
