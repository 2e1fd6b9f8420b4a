/**
 * Drives an unmodified composio-core from before version 3: each method once. Up to 0.3, methods take their arguments
 * one by one, and some do not exist. Prints one JSON object: name to "ok", or the error. Arguments: folder of the
 * package, "objects" or "lists" for how it takes arguments, base URL, API key, account ID, app's login.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { recordResults } from "./record-results.mjs";

const [folder = "", form = "", baseUrl = "", apiKey = "", accountId = "", login = ""] = process.argv.slice(2);
const { CloudflareToolSet, Composio, LangGraphToolSet, LangchainToolSet, OpenAIToolSet, VercelAIToolSet } =
  createRequire(path.join(folder, "index.js"))("composio-core");
const { results, answers, run } = recordResults();
const takesObjects = form === "objects";

/** Calls a method with one object, or with its arguments one by one. */
const call = (target, method, object, ...list) => (takesObjects ? target[method](object) : target[method](...list));
/** Methods that only the newer package has. */
const runInNewer = (...args) => (takesObjects ? run(...args) : undefined);

const isFull = (value) => (value?.items ?? value)?.length > 0;
const client = takesObjects ? new Composio({ apiKey, baseUrl, allowTracing: false }) : new Composio(apiKey, baseUrl);
const toolset = new OpenAIToolSet({ apiKey, baseUrl });
const entity = client.getEntity("ada");
const { actions, activeTriggers, apps, connectedAccounts, integrations, triggers } = client;
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";
const EVENT = "GITHUB_COMMIT_EVENT";
const toolCall = { id: "1", type: "function", function: { name: TOOL, arguments: "{}" } };
const config = { owner: login, repo: "hello-world" };
const isSelf = (answer) => answer?.successful === true && answer.data?.login === login;
const isSelfAsText = (text) => isSelf(JSON.parse(text));
const isSuccess = (answer) => answer?.status === "success";

await run("getClientId", () => client.backendClient.getClientId());
await run("apps.list", () => apps.list(), isFull);
await run(
  "apps.get",
  () => apps.get({ appKey: "github" }),
  (app) => app.key === "github",
);
await run("apps.getRequiredParams", () => apps.getRequiredParams("shopify"));
const scheme = { appId: "shopify", authScheme: "OAUTH2" };
await run("apps.getRequiredParamsForAuthScheme", () =>
  call(apps, "getRequiredParamsForAuthScheme", scheme, "shopify", "OAUTH2"),
);
const app = takesObjects ? { appUniqueKey: "github", forceNewIntegration: true, authConfig: {} } : { appId: "github" };
await run("integrations.create", () =>
  integrations.create({ name: "mine", useComposioAuth: false, authScheme: "BEARER_TOKEN", ...app }),
);
const integrationId = answers["integrations.create"]?.id ?? "";
await run("integrations.list", () => integrations.list({}), isFull);
await run(
  "integrations.get",
  () => integrations.get({ integrationId }),
  (item) => item.id === integrationId,
);
await run(
  "integrations.getRequiredParams",
  () => call(integrations, "getRequiredParams", { integrationId }, integrationId),
  Array.isArray,
);
await runInNewer("integrations.getOrCreateIntegration", () =>
  integrations.getOrCreateIntegration({
    name: "x",
    appUniqueKey: "github",
    useComposioAuth: false,
    authScheme: "BEARER_TOKEN",
    authConfig: {},
  }),
);
if (!takesObjects)
  await run("connectedAccounts.create", () =>
    connectedAccounts.create({ integrationId, userUuid: "grace", data: { token: "a-token-of-grace" } }),
  );
const token = { token: "a-token-of-grace" };
await run("connectedAccounts.initiate", () =>
  connectedAccounts.initiate({
    integrationId,
    entityId: "grace",
    ...(takesObjects ? { appName: "github", connectionParams: token } : { data: token }),
  }),
);
const grace = answers["connectedAccounts.initiate"]?.connectedAccountId ?? "";
await runInNewer(
  "connectionRequest.waitUntilActive",
  () => answers["connectedAccounts.initiate"].waitUntilActive(5),
  (account) => account.status === "ACTIVE",
);
await run("connectedAccounts.list", () => connectedAccounts.list({}), isFull);
await run("connectedAccounts.list of a user", () => connectedAccounts.list({ user_uuid: "grace" }), isFull);
await run(
  "connectedAccounts.get",
  () => connectedAccounts.get({ connectedAccountId: grace }),
  (account) => account.id === grace,
);
await runInNewer("connectedAccounts.disable", () => connectedAccounts.disable({ connectedAccountId: grace }));
await runInNewer("connectedAccounts.enable", () => connectedAccounts.enable({ connectedAccountId: grace }));
await runInNewer("connectedAccounts.reinitiateConnection", () =>
  connectedAccounts.reinitiateConnection({ connectedAccountId: accountId, data: {}, redirectUri: "" }),
);
await run("actions.list", () => actions.list({ apps: "github" }), isFull);
await run(
  "actions.list for a task",
  () => actions.list({ apps: "github", useCase: "create an issue", usecaseLimit: 2 }),
  isFull,
);
await run(
  "actions.get",
  () => actions.get({ actionName: takesObjects ? TOOL.toLowerCase() : TOOL }),
  (action) => action.name === TOOL,
);
await run(
  "actions.findActionEnumsByUseCase",
  () => actions.findActionEnumsByUseCase({ apps: ["github"], useCase: "create an issue" }),
  isFull,
);
const requestBody = { input: {}, connectedAccountId: accountId, appName: "github" };
await run("actions.execute", () => actions.execute({ actionName: TOOL, requestBody }), isSelf);
await runInNewer(
  "actions.executeRequest",
  () => actions.executeRequest({ connectedAccountId: accountId, endpoint: "/user", method: "GET", parameters: [] }),
  isSelf,
);
await run(
  "actions.list unknown app",
  () => actions.list({ apps: "nothing-there" }),
  (list) => list.items.length === 0,
);
await run("entity.execute", () => call(entity, "execute", { actionName: TOOL, params: {} }, TOOL, {}), isSelf);
await run(
  "entity.getConnection",
  () => call(entity, "getConnection", { app: "github" }, "github"),
  (account) => account.appName === "github",
);
await run("entity.getConnections", () => entity.getConnections(), isFull);
const setup = { triggerName: EVENT, app: "github", config };
await run("entity.setupTrigger", () => call(entity, "setupTrigger", setup, "github", EVENT, config), isSuccess);
const triggerId = answers["entity.setupTrigger"]?.triggerId ?? "";
await run("entity.getActiveTriggers", () => entity.getActiveTriggers(), isFull);
await runInNewer("entity.disableTrigger", () => entity.disableTrigger(triggerId));
await runInNewer("entity.initiateConnection", () =>
  entity.initiateConnection({
    appName: "github",
    authMode: "BEARER_TOKEN",
    authConfig: {},
    connectionData: { token: "a-token-of-ada-2" },
  }),
);
await run("triggers.list", () => triggers.list({ appNames: takesObjects ? ["github"] : "github" }), isFull);
for (const method of ["get", "getTriggerInfo", "getTriggerConfig"])
  await runInNewer(`triggers.${method}`, () => triggers[method]({ triggerId: EVENT }));
const onAccount = { connectedAccountId: accountId, triggerName: EVENT, config };
await run("triggers.setup", () => call(triggers, "setup", onAccount, accountId, EVENT, config), isSuccess);
await run("triggers.disable", () => triggers.disable({ triggerId }), isSuccess);
await run("triggers.enable", () => triggers.enable({ triggerId }), isSuccess);
await run("activeTriggers.list", () => activeTriggers.list({}), isFull);
await run("activeTriggers.get", () => activeTriggers.get({ triggerId }));
await run("activeTriggers.disable", () => activeTriggers.disable({ triggerId }), Boolean);
await run("activeTriggers.enable", () => activeTriggers.enable({ triggerId }), Boolean);
await run("triggers.delete", () => triggers.delete({ triggerInstanceId: triggerId }), isSuccess);
await run("toolset.getToolsSchema", () => toolset.getToolsSchema({ actions: [TOOL] }), isFull);
await run("toolset.getTools", () => toolset.getTools({ actions: [TOOL] }), isFull);
await run("toolset.getTools of an app", () => toolset.getTools({ apps: ["github"] }), isFull);
const execution = { action: TOOL, entityId: "ada", params: {} };
await run("toolset.executeAction", () => call(toolset, "executeAction", execution, TOOL, {}, "ada"), isSelf);
await runInNewer(
  "toolset.executeAction without an account",
  () => toolset.executeAction({ action: "HACKERNEWS_GET_USER", entityId: "ada", params: { username: "pg" } }),
  (answer) => answer.successful !== undefined,
);
await run("toolset.executeToolCall", () => toolset.executeToolCall(toolCall, "ada"), isSelfAsText);
await run(
  "OpenAIToolSet.handleToolCall of a model's answer",
  () => toolset.handleToolCall({ choices: [{ message: { tool_calls: [toolCall] } }] }, "ada"),
  ([text]) => isSelfAsText(text),
);
await runInNewer(
  "VercelAIToolSet",
  async () => {
    const tools = await new VercelAIToolSet({ apiKey, baseUrl, entityId: "ada" }).getTools({ actions: [TOOL] });
    return tools[TOOL].execute({});
  },
  (answer) => isSelf(typeof answer === "string" ? JSON.parse(answer) : answer),
);
for (const [name, ToolSet] of Object.entries({ LangchainToolSet, LangGraphToolSet }))
  await runInNewer(
    name,
    async () => {
      const [tool] = await new ToolSet({ apiKey, baseUrl, entityId: "ada" }).getTools({ actions: [TOOL] });
      return tool.invoke({});
    },
    isSelfAsText,
  );
await runInNewer(
  "CloudflareToolSet",
  () =>
    new CloudflareToolSet({ apiKey, baseUrl, entityId: "ada" }).executeToolCall({ name: TOOL, arguments: {} }, "ada"),
  isSelfAsText,
);
await runInNewer("toolset.createAction", () =>
  toolset.createAction({
    actionName: "mine",
    toolName: "github",
    inputParams: undefined,
    callback: async () => ({ data: {}, successful: true, error: null }),
  }),
);
await runInNewer("toolset.getAuthParams", () => toolset.getAuthParams?.({ connectedAccountId: accountId }) ?? {});
await runInNewer("toolset.getExpectedParamsForUser", () =>
  toolset.client.getExpectedParamsForUser({ app: "github", authScheme: "BEARER_TOKEN", entityId: "ada" }),
);
await runInNewer("connectedAccounts.delete", () => connectedAccounts.delete({ connectedAccountId: grace }));
await runInNewer("integrations.delete", () => integrations.delete({ integrationId }));
await runInNewer(
  "an unknown account is an error of its own",
  async () => {
    const error = await connectedAccounts.get({ connectedAccountId: "ca_nothing" }).then(
      () => undefined,
      (reason) => reason,
    );
    return error?.errCode ?? error?.name;
  },
  (code) => /NOT_FOUND/i.test(code),
);
console.log(JSON.stringify(results));
process.exit(0);
