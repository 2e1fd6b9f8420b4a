/** Publishes what is served of an MCP server as the next version of its toolkit. */
import { readMcpSlugs, type StoredToolkit } from "@/lib/catalog/load/store-own-toolkit";
import { LOGO_PATH } from "@/lib/catalog/read/wire";
import { publishRows } from "../publish-rows";
import { runCompile } from "../worker/run-compile";
import { servedTools, type Pin } from "./reconcile";
import { mayTakeLong, runServerJob } from "./server-job";
import { toAuthSchemes } from "./to-auth-schemes";
import type { McpServerRow } from "./find-mcp-server";

/**
 * The same tools as in the latest version make none.
 * @throws ApiError Conflict if the toolkit has changed meanwhile, or the project has too many tools; as `runCompile`
 */
export async function publishServer(
  server: McpServerRow,
  pins: readonly Pin[],
  createdBy: string | null,
): Promise<StoredToolkit> {
  const tools = servedTools(pins);
  const { projectId, slug, name, url, access } = server;
  const facts = {
    ...{ slug, name, url, authSchemes: toAuthSchemes(name, url, server.authSchemes) },
    noAuth: server.authSchemes.some(({ mode }) => mode === "NO_AUTH"),
    ...(access !== "all" && { onlyUser: access }),
    ...(server.logoId !== null && { logo: `${LOGO_PATH}${server.logoId}` }),
    slugs: await readMcpSlugs(projectId, slug),
  };
  const job = { server: facts, tools };
  const rows = tools.some(mayTakeLong) ? await runCompile(projectId, () => job) : await runServerJob(job);
  const waiting = pins.filter(({ state }) => state === "changed" || state === "new").length;
  return publishRows(projectId, rows, {
    revision: server.revision,
    source: null,
    settings: {},
    summary: { tools: tools.length, problems: waiting },
    createdBy,
  });
}
