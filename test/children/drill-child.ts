/** What a restore drill does with a restored database: starts, opens every account, and prints what it has. */
import { countCatalog, requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { openAccountValues } from "@/lib/connected-accounts/account-values";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { readHealth } from "@/lib/health/health";
import { isQueueRunning } from "@/lib/kernel/jobs/queue";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { startWorker } from "@/lib/worker";
import { ON } from "../builders/origin";
import { installConnectToolkits } from "../servers/oauth-providers";
import { queryRows } from "../setup/query-rows";

// As a start does.
await installConnectToolkits();
await startWorker();

const accounts = await queryRows<{ id: string; project_id: string; toolkit_slug: string; scheme: string }>(
  "test.accounts",
  "SELECT id, project_id, toolkit_slug, scheme FROM connected_account WHERE status = 'ACTIVE' ORDER BY id",
  [],
);
const tokens: Record<string, string | null> = {};
for (const { id, project_id: projectId, toolkit_slug: slug, scheme: mode } of accounts) {
  const account = await requireResolved(projectId, id);
  const scheme = (await requireToolkit(projectId, slug)).authSchemes.find((candidate) => candidate.mode === mode);
  if (!scheme) throw new Error(`${slug} has no scheme ${mode}.`);
  await openCredentials(projectId, account, scheme, ON);
  tokens[id] = openAccountValues(projectId, id, account.credentials).refresh_token ?? null;
}
const [log] = await queryRows<{ count: number }>("test.logs", "SELECT count(*)::int AS count FROM tool_log", []);
const workbench = { status: "available" as const, problems: [], notes: [], limits: null };
const { quiet } = await readHealth(countCatalog, workbench);
const isWorking = isQueueRunning();
await runStops(() => undefined);
console.log(JSON.stringify({ tokens, logs: log?.count, isQuiet: quiet !== null, isWorking }));
