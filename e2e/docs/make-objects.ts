/** Makes one of each thing that the API has, and changes it, so that there is something to read. */
import { GUIDE_BLOCKS } from "../../test/guides/guide-blocks";
import type { Recorder } from "./record-answers";

export const TOOL = "GITHUB_CREATE_AN_ISSUE";
const repository = { owner: "acme", repo: "app" };

type Row = { id: string };

async function makeAccounts(recorder: Recorder) {
  const call = recorder.call.bind(recorder);
  const custom = { type: "use_custom_auth", authScheme: "API_KEY", credentials: {}, name: "Stripe of the guide" };
  const { auth_config: row } = await call("postAuthConfigs", {
    body: { toolkit: { slug: "stripe" }, auth_config: custom },
  });
  const config = (row as Row).id;
  await call("patchAuthConfigsByNanoid", { params: { nanoid: config }, body: { type: "custom", credentials: {} } });
  const link = { auth_config_id: config, user_id: "grace", callback_url: "https://app.example.com/connected" };
  await call("postConnectedAccountsLink", { body: link });
  const val = { status: "ACTIVE", api_key: "sk_test_of_the_guide_55110" };
  const connection = { user_id: "grace", state: { authScheme: "API_KEY", val } };
  const { id } = await call("postConnectedAccounts", { body: { auth_config: { id: config }, connection } });
  const account = String(id);
  await call("connectedAccounts.patch", { params: { nanoid: account }, body: { alias: "main" } });
  return { config, account };
}

async function findAccount(recorder: Recorder, toolkit: string): Promise<string> {
  const { items } = await recorder.call("getConnectedAccounts", { query: { toolkit_slugs: toolkit } });
  return (items as Row[])[0]?.id ?? "";
}

async function runTools(recorder: Recorder, session: string): Promise<string> {
  const call = recorder.call.bind(recorder);
  const inSession = { params: { session_id: session } };
  const execute = { user_id: "ada", version: "latest", arguments: { ...repository, title: "It is broken" } };
  const { log_id: log } = await call("postToolsExecuteByToolSlug", { params: { tool_slug: TOOL }, body: execute });
  const proxied = { endpoint: "/repos/acme/app", method: "GET" };
  await call("postToolsExecuteProxy", {
    body: { ...proxied, connected_account_id: await findAccount(recorder, "github") },
  });
  await call("postToolRouterSession", { body: { user_id: "ada", toolkits: { enable: ["github"] } } });
  await call("toolRouter.session.search", { ...inSession, body: { queries: [{ use_case: "open an issue" }] } });
  await call("postToolRouterSessionBySessionIdExecute", {
    ...inSession,
    body: { tool_slug: "GITHUB_GET_A_REPOSITORY", arguments: repository },
  });
  await call("createSessionAccessKey", { ...inSession, body: { name: "My sandbox" } });
  await call("checkToolCalls", { body: { text: JSON.stringify([{ tool: TOOL, arguments: repository }]) } });
  await call("putToolOverride", { params: { slug: TOOL }, body: { description: "Files a ticket for support." } });
  return String(log);
}

async function makeReceivers(recorder: Recorder) {
  const call = recorder.call.bind(recorder);
  const hook = { webhook_url: "https://app.example.com/hook", enabled_events: ["composio.trigger.message"] };
  const subscription = String((await call("webhookSubscriptions.create", { body: hook })).id);
  await call("createTestReceiver");
  const { event_id: event } = await call("sendWebhookSample", { params: { id: subscription }, body: {} });
  const inbox = String((await call("inboxes.create", { body: { name: "My agent" } })).id);
  await call("inboxes.receive", { params: { inbox_id: inbox }, body: { max_events: 1, wait_seconds: 0 } });
  return { subscription, event: String(event), inbox };
}

async function makeServer(recorder: Recorder, config: string): Promise<string> {
  const name = `Desk ${Date.now() % 100_000}`;
  const { id } = await recorder.call("postMcpServersCustom", {
    body: { name, toolkits: ["stripe"], auth_config_ids: [config] },
  });
  await recorder.call("postMcpServersGenerate", { body: { mcp_server_id: id, user_ids: ["grace"] } });
  return String(id);
}

async function makeKeysAndRules(recorder: Recorder, approval: string): Promise<void> {
  const call = recorder.call.bind(recorder);
  const action = { type: "limit", per_day: 200, by: "user" };
  await call("createPolicy", { body: { name: "Trial users", match: { users: ["trial-*"] }, action } });
  await call("createApprovalLink", { params: { id: approval }, body: { approver: "boss@example.com" } });
  await call("browserTokens.create", { body: { user_id: "ada", tools: ["GITHUB_LIST_REPOSITORY_ISSUES"] } });
  await call("createSignInLink", { body: { user_id: "ada", destination: "connections" } });
  await call("createApiKey", { body: { name: "Read logs", scopes: { observability: "read" } } });
  await call("userKeys.create", { body: { name: "My laptop", expires_in_days: 30 } });
  const file = { filename: "report.txt", mimetype: "text/plain", md5: "9e107d9d372bb6826bd81d3542a419d6" };
  await call("postFilesUploadRequest", { body: { toolkit_slug: "gmail", tool_slug: "GMAIL_SEND_EMAIL", ...file } });
}

async function makeToolkit(recorder: Recorder): Promise<string> {
  const isDescription = ({ file, language }: (typeof GUIDE_BLOCKS)[number]): boolean =>
    file.endsWith("from-a-document.md") && language === "yaml";
  const toolkit = String(
    (await recorder.call("createOwnToolkit", { body: { document: GUIDE_BLOCKS.find(isDescription)?.code } })).slug,
  );
  await recorder.call("publishOwnToolkit", { params: { slug: toolkit } });
  return toolkit;
}

/** @returns their ids, for paths */
export async function makeObjects(recorder: Recorder, session: string, approval: string) {
  const { config, account } = await makeAccounts(recorder);
  const log = await runTools(recorder, session);
  const server = await makeServer(recorder, config);
  const receivers = await makeReceivers(recorder);
  await makeKeysAndRules(recorder, approval);
  return { config, account, log, server, ...receivers, toolkit: await makeToolkit(recorder) };
}
