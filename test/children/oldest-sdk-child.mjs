/**
 * Drives the unmodified composio-core 0.3.3, whose methods take their arguments one by one. Prints one JSON object:
 * name to "ok", or the error. Arguments: folder of the package, base URL, API key, account ID, app's login.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { recordResults } from "./record-results.mjs";

const [folder = "", baseUrl = "", apiKey = "", accountId = "", login = ""] = process.argv.slice(2);
const { Composio, OpenAIToolSet } = createRequire(path.join(folder, "index.js"))("composio-core");
const { results, answers, run } = recordResults();

const isFull = (value) => (value?.items ?? value)?.length > 0;
const client = new Composio(apiKey, baseUrl);
const toolset = new OpenAIToolSet({ apiKey, baseUrl });
const entity = client.getEntity("ada");
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";
const EVENT = "GITHUB_COMMIT_EVENT";
const config = { owner: login, repo: "hello-world" };
const isSelf = (answer) => answer?.successful === true && answer.data?.login === login;
const isSuccess = (answer) => answer?.status === "success";

await run("getClientId", () => client.backendClient.getClientId());
await run("apps.list", () => client.apps.list(), isFull);
await run(
  "apps.get",
  () => client.apps.get({ appKey: "github" }),
  (app) => app.key === "github",
);
await run("apps.getRequiredParams", () => client.apps.getRequiredParams("shopify"));
await run("apps.getRequiredParamsForAuthScheme", () => client.apps.getRequiredParamsForAuthScheme("shopify", "OAUTH2"));
await run("integrations.create", () =>
  client.integrations.create({ name: "mine", appId: "github", authScheme: "BEARER_TOKEN", useComposioAuth: false }),
);
const integrationId = answers["integrations.create"]?.id ?? "";
await run("integrations.list", () => client.integrations.list({}), isFull);
await run(
  "integrations.get",
  () => client.integrations.get({ integrationId }),
  (item) => item.id === integrationId,
);
await run("integrations.getRequiredParams", () => client.integrations.getRequiredParams(integrationId), Array.isArray);
await run("connectedAccounts.create", () =>
  client.connectedAccounts.create({ integrationId, userUuid: "grace", data: { token: "a-token-of-grace" } }),
);
await run("connectedAccounts.initiate", () =>
  client.connectedAccounts.initiate({ integrationId, entityId: "grace", data: { token: "a-token-of-grace" } }),
);
await run("connectedAccounts.list", () => client.connectedAccounts.list({ user_uuid: "ada" }), isFull);
await run(
  "connectedAccounts.get",
  () => client.connectedAccounts.get({ connectedAccountId: accountId }),
  (account) => account.id === accountId,
);
await run("actions.list", () => client.actions.list({ apps: "github" }), isFull);
await run(
  "actions.get",
  () => client.actions.get({ actionName: TOOL }),
  (action) => action.name === TOOL,
);
await run("actions.execute", () =>
  client.actions.execute({
    actionName: TOOL,
    requestBody: { input: {}, connectedAccountId: accountId, appName: "github" },
  }),
);
await run(
  "actions.findActionEnumsByUseCase",
  () => client.actions.findActionEnumsByUseCase({ apps: ["github"], useCase: "create an issue" }),
  isFull,
);
await run("entity.execute", () => entity.execute(TOOL, {}), isSelf);
await run(
  "entity.getConnection",
  () => entity.getConnection("github"),
  (account) => account.appName === "github",
);
await run("entity.getConnections", () => entity.getConnections(), isFull);
await run("entity.setupTrigger", () => entity.setupTrigger("github", EVENT, config), isSuccess);
const triggerId = answers["entity.setupTrigger"]?.triggerId ?? "";
await run("entity.getActiveTriggers", () => entity.getActiveTriggers(), isFull);
await run("triggers.list", () => client.triggers.list({ appNames: "github" }), isFull);
await run("triggers.setup", () => client.triggers.setup(accountId, EVENT, config), isSuccess);
await run("triggers.disable", () => client.triggers.disable({ triggerId }), isSuccess);
await run("triggers.enable", () => client.triggers.enable({ triggerId }), isSuccess);
await run("activeTriggers.list", () => client.activeTriggers.list(), isFull);
await run("activeTriggers.get", () => client.activeTriggers.get({ triggerId }));
await run("activeTriggers.disable", () => client.activeTriggers.disable({ triggerId }), Boolean);
await run("activeTriggers.enable", () => client.activeTriggers.enable({ triggerId }), Boolean);
await run("triggers.delete", () => client.triggers.delete({ triggerInstanceId: triggerId }), isSuccess);
await run("toolset.getToolsSchema", () => toolset.getToolsSchema({ actions: [TOOL] }), isFull);
await run("toolset.getTools", () => toolset.getTools({ actions: [TOOL] }), isFull);
await run("toolset.executeAction", () => toolset.executeAction(TOOL, {}, "ada"), isSelf);
await run(
  "toolset.executeToolCall",
  () => toolset.executeToolCall({ id: "1", type: "function", function: { name: TOOL, arguments: "{}" } }, "ada"),
  (text) => JSON.parse(text).successful,
);
console.log(JSON.stringify(results));
process.exit(0);
