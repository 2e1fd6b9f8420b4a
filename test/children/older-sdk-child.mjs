/**
 * Drives the unmodified composio-core from before version 3: each method once. Prints one JSON object: name to "ok", or
 * the error. Arguments: folder of the package, base URL, API key, account ID, app's login.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { recordResults } from "./record-results.mjs";

const [folder = "", baseUrl = "", apiKey = "", accountId = "", login = ""] = process.argv.slice(2);
const { CloudflareToolSet, Composio, LangGraphToolSet, LangchainToolSet, OpenAIToolSet, VercelAIToolSet } =
  createRequire(path.join(folder, "index.js"))("composio-core");
const { results, answers, run } = recordResults();

const isFull = (value) => (value?.items ?? value)?.length > 0;
const client = new Composio({ apiKey, baseUrl, allowTracing: false });
const toolset = new OpenAIToolSet({ apiKey, baseUrl });
const entity = client.getEntity("ada");
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";
const isSelf = (answer) => answer?.successful === true && answer.data?.login === login;

await run("getClientId", () => client.backendClient.getClientId());
await run("apps.list", () => client.apps.list(), isFull);
await run(
  "apps.get",
  () => client.apps.get({ appKey: "github" }),
  (app) => app.key === "github",
);
await run("apps.getRequiredParams", () => client.apps.getRequiredParams("shopify"));
await run("apps.getRequiredParamsForAuthScheme", () =>
  client.apps.getRequiredParamsForAuthScheme({ appId: "shopify", authScheme: "OAUTH2" }),
);
await run("integrations.create", () =>
  client.integrations.create({
    name: "mine",
    appUniqueKey: "github",
    forceNewIntegration: true,
    useComposioAuth: false,
    authScheme: "BEARER_TOKEN",
    authConfig: {},
  }),
);
const integrationId = answers["integrations.create"]?.id ?? "";
await run("integrations.list", () => client.integrations.list({}), isFull);
await run(
  "integrations.get",
  () => client.integrations.get({ integrationId }),
  (item) => item.id === integrationId,
);
await run(
  "integrations.getRequiredParams",
  () => client.integrations.getRequiredParams({ integrationId }),
  Array.isArray,
);
await run("integrations.getOrCreateIntegration", () =>
  client.integrations.getOrCreateIntegration({
    name: "x",
    appUniqueKey: "github",
    useComposioAuth: false,
    authScheme: "BEARER_TOKEN",
    authConfig: {},
  }),
);
await run("connectedAccounts.initiate", () =>
  client.connectedAccounts.initiate({
    appName: "github",
    integrationId: integrationId,
    entityId: "grace",
    connectionParams: { token: "a-token-of-grace" },
  }),
);
const grace = answers["connectedAccounts.initiate"]?.connectedAccountId ?? "";
await run(
  "connectionRequest.waitUntilActive",
  () => answers["connectedAccounts.initiate"].waitUntilActive(5),
  (account) => account.status === "ACTIVE",
);
await run("connectedAccounts.list", () => client.connectedAccounts.list({}), isFull);
await run("connectedAccounts.list of a user", () => client.connectedAccounts.list({ user_uuid: "grace" }), isFull);
await run(
  "connectedAccounts.get",
  () => client.connectedAccounts.get({ connectedAccountId: grace }),
  (account) => account.id === grace,
);
await run("connectedAccounts.disable", () => client.connectedAccounts.disable({ connectedAccountId: grace }));
await run("connectedAccounts.enable", () => client.connectedAccounts.enable({ connectedAccountId: grace }));
await run("connectedAccounts.reinitiateConnection", () =>
  client.connectedAccounts.reinitiateConnection({ connectedAccountId: accountId, data: {}, redirectUri: "" }),
);
await run("actions.list", () => client.actions.list({ apps: "github" }), isFull);
await run(
  "actions.list for a task",
  () => client.actions.list({ apps: "github", useCase: "create an issue", usecaseLimit: 2 }),
  isFull,
);
await run(
  "actions.get",
  () => client.actions.get({ actionName: TOOL.toLowerCase() }),
  (action) => action.name === TOOL,
);
await run(
  "actions.findActionEnumsByUseCase",
  () => client.actions.findActionEnumsByUseCase({ apps: ["github"], useCase: "create an issue" }),
  isFull,
);
await run(
  "actions.execute",
  () =>
    client.actions.execute({
      actionName: TOOL,
      requestBody: { input: {}, connectedAccountId: accountId, appName: "github" },
    }),
  isSelf,
);
await run(
  "actions.executeRequest",
  () =>
    client.actions.executeRequest({ connectedAccountId: accountId, endpoint: "/user", method: "GET", parameters: [] }),
  isSelf,
);
await run(
  "actions.list unknown app",
  () => client.actions.list({ apps: "nothing-there" }),
  (list) => list.items.length === 0,
);
await run("entity.execute", () => entity.execute({ actionName: TOOL, params: {} }), isSelf);
await run(
  "entity.getConnection",
  () => entity.getConnection({ app: "github" }),
  (account) => account.appName === "github",
);
await run("entity.getConnections", () => entity.getConnections(), isFull);
await run("entity.setupTrigger", () =>
  entity.setupTrigger({
    triggerName: "GITHUB_COMMIT_EVENT",
    app: "github",
    config: { owner: login, repo: "hello-world" },
  }),
);
const trigger = answers["entity.setupTrigger"]?.triggerId ?? "";
await run("entity.getActiveTriggers", () => entity.getActiveTriggers(), isFull);
await run("entity.disableTrigger", () => entity.disableTrigger(trigger));
await run("entity.initiateConnection", () =>
  entity.initiateConnection({
    appName: "github",
    authMode: "BEARER_TOKEN",
    authConfig: {},
    connectionData: { token: "a-token-of-ada-2" },
  }),
);
await run("triggers.list", () => client.triggers.list({ appNames: ["github"] }), isFull);
await run("triggers.get", () => client.triggers.get({ triggerId: "GITHUB_COMMIT_EVENT" }));
await run("triggers.getTriggerInfo", () => client.triggers.getTriggerInfo({ triggerId: "GITHUB_COMMIT_EVENT" }));
await run("triggers.getTriggerConfig", () => client.triggers.getTriggerConfig({ triggerId: "GITHUB_COMMIT_EVENT" }));
await run(
  "triggers.setup",
  () =>
    client.triggers.setup({
      connectedAccountId: accountId,
      triggerName: "GITHUB_COMMIT_EVENT",
      config: { owner: login, repo: "hello-world" },
    }),
  (answer) => answer.status === "success",
);
await run("triggers.disable", () => client.triggers.disable({ triggerId: trigger }));
await run("triggers.enable", () => client.triggers.enable({ triggerId: trigger }));
await run("activeTriggers.list", () => client.activeTriggers.list({}), isFull);
await run("activeTriggers.get", () => client.activeTriggers.get({ triggerId: trigger }));
await run("activeTriggers.disable", () => client.activeTriggers.disable({ triggerId: trigger }));
await run("activeTriggers.enable", () => client.activeTriggers.enable({ triggerId: trigger }));
await run("triggers.delete", () => client.triggers.delete({ triggerInstanceId: trigger }));
await run("toolset.getTools", () => toolset.getTools({ actions: [TOOL] }), isFull);
await run("toolset.getTools of an app", () => toolset.getTools({ apps: ["github"] }), isFull);
await run("toolset.executeAction", () => toolset.executeAction({ action: TOOL, entityId: "ada", params: {} }), isSelf);
await run(
  "toolset.executeAction without an account",
  () => toolset.executeAction({ action: "HACKERNEWS_GET_USER", entityId: "ada", params: { username: "pg" } }),
  (answer) => answer.successful !== undefined,
);
await run(
  "toolset.executeToolCall",
  () => toolset.executeToolCall({ id: "1", type: "function", function: { name: TOOL, arguments: "{}" } }, "ada"),
  (text) => JSON.parse(text).successful,
);
await run(
  "OpenAIToolSet.handleToolCall of a model's answer",
  () => {
    const call = { id: "1", type: "function", function: { name: TOOL, arguments: "{}" } };
    return toolset.handleToolCall({ choices: [{ message: { tool_calls: [call] } }] }, "ada");
  },
  ([text]) => isSelf(JSON.parse(text)),
);
await run(
  "VercelAIToolSet",
  async () => {
    const tools = await new VercelAIToolSet({ apiKey, baseUrl, entityId: "ada" }).getTools({ actions: [TOOL] });
    return tools[TOOL].execute({});
  },
  (answer) => isSelf(typeof answer === "string" ? JSON.parse(answer) : answer),
);
for (const [name, ToolSet] of Object.entries({ LangchainToolSet, LangGraphToolSet }))
  await run(
    name,
    async () => {
      const [tool] = await new ToolSet({ apiKey, baseUrl, entityId: "ada" }).getTools({ actions: [TOOL] });
      return tool.invoke({});
    },
    (text) => isSelf(JSON.parse(text)),
  );
await run(
  "CloudflareToolSet",
  () =>
    new CloudflareToolSet({ apiKey, baseUrl, entityId: "ada" }).executeToolCall({ name: TOOL, arguments: {} }, "ada"),
  (text) => isSelf(JSON.parse(text)),
);
await run("toolset.createAction", () =>
  toolset.createAction({
    actionName: "mine",
    toolName: "github",
    inputParams: undefined,
    callback: async () => ({ data: {}, successful: true, error: null }),
  }),
);
await run("toolset.getAuthParams", () => toolset.getAuthParams?.({ connectedAccountId: accountId }) ?? {});
await run("toolset.getExpectedParamsForUser", () =>
  toolset.client.getExpectedParamsForUser({ app: "github", authScheme: "BEARER_TOKEN", entityId: "ada" }),
);
await run("connectedAccounts.delete", () => client.connectedAccounts.delete({ connectedAccountId: grace }));
await run("integrations.delete", () => client.integrations.delete({ integrationId }));
await run(
  "an unknown account is an error of its own",
  async () => {
    const error = await client.connectedAccounts.get({ connectedAccountId: "ca_nothing" }).then(
      () => undefined,
      (reason) => reason,
    );
    return error?.errCode ?? error?.name;
  },
  (code) => /NOT_FOUND/i.test(code),
);
console.log(JSON.stringify(results));
process.exit(0);
