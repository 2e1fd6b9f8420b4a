/** Uses everything that was planted before a backup, on the restored database, and prints what came of it. */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { executeTool } from "@/lib/execution/execute-tool";
import { requireFile } from "@/lib/files/stored-files";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { findQuiet } from "@/lib/kernel/database/quiet";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { requireSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import type { Planted } from "../servers/restored-server";
import { ON } from "../builders/origin";
import { queryRows } from "../setup/query-rows";
import { MCP_TOOLS } from "../clients/mcp-api";
import { message, postMcp } from "../clients/mcp-client";
import { installLoopbackToolkit } from "../servers/loopback-provider";

const [baseUrl = "", text = "{}"] = process.argv.slice(2);
const { owner, accountId, address, subscriptionId, fileKey } = JSON.parse(text) as Planted;
const { projectId } = owner;

await checkSecret(findKeyIds);
const quiet = await findQuiet();
// As a start does.
await installLoopbackToolkit(baseUrl, MCP_TOOLS);

/** Opens every account of the database. @returns how many */
async function openAll(): Promise<number> {
  const scheme = (await requireToolkit(projectId, "loopback")).authSchemes[0];
  if (!scheme) throw new Error("the toolkit has no scheme");
  const rows = await queryRows("test.accounts", "SELECT id, project_id FROM connected_account", []);
  for (const { id, project_id: project } of rows)
    await openCredentials(String(project), await requireResolved(String(project), String(id)), scheme, ON);
  return rows.length;
}

const accountCount = await openAll();
const [account] = await queryRows("test.account", "SELECT status FROM connected_account WHERE id = $1", [accountId]);
const execution = await executeTool(
  { projectId, settings: { storePayloads: true } },
  "LOOPBACK_READ",
  { user_id: "alice", arguments: {} },
  { ...ON, source: {} },
);
const mcp = await postMcp(address, message("tools/call", { name: "LOOPBACK_READ", arguments: {} }));
const { secret } = await requireSubscription(projectId, subscriptionId);
const file = await requireFile(projectId, fileKey);
const chunks: Uint8Array[] = [];
for await (const chunk of file.read()) chunks.push(chunk);
await runStops(() => undefined);
console.log(
  JSON.stringify({
    opened: accountCount,
    account: account?.status as unknown,
    execution: execution.successful,
    mcp: mcp.status,
    secret,
    file: Buffer.concat(chunks).toString("utf8").length,
    quiet: quiet !== null,
  }),
);
