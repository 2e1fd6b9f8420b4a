/** Blocks about users, integrations and connected accounts, in TypeScript. */

/** Somebody opens the address and consents. */
async function visit({ settings }, address) {
  const answer = await fetch(settings.person, { method: "POST", body: address });
  if (!answer.ok) throw new Error(await answer.text());
}

const consented = async (context, request) => {
  await visit(context, request.redirectUrl);
  return request.waitUntilActive(10);
};
const isActive = (account) => account.status === "ACTIVE";
const isLogin = (answer) => answer.successful === true && answer.data.login === "octocat";

/** Blocks 68 to 78, 84, 86: a user of the app consents, and an action runs for this user. */
async function runConsent(context) {
  const { run, answers, settings, baseUrl, OpenAIToolSet } = context;
  const toolset = new OpenAIToolSet({ baseUrl });
  const user = "user-of-typescript";
  await run(
    "68 70 72 78 84",
    async () => {
      const entity = await toolset.getEntity(user);
      return consented(context, await entity.initiateConnection({ appName: "github" }));
    },
    isActive,
  );
  const action = "GITHUB_GET_THE_AUTHENTICATED_USER";
  await run("74", () => toolset.executeAction({ action, params: {}, entityId: user }), isLogin);
  const connectedAccountId = answers["68 70 72 78 84"]?.id;
  await run("76", () => toolset.executeAction({ action, params: {}, connectedAccountId }), isLogin);
  await run(
    "86 92 94",
    async () => {
      const request = { integrationId: settings.integrations.gmail, entityId: "default" };
      return consented(context, await toolset.connectedAccounts.initiate(request));
    },
    isActive,
  );
  await run(
    "88",
    () => toolset.connectedAccounts.list({ entityId: user }),
    ({ items }) => items.length === 1 && items[0].appName === "github" && isActive(items[0]),
  );
  await run(
    "90",
    () => toolset.connectedAccounts.get({ connectedAccountId }),
    (account) => account.appName === "github" && isActive(account),
  );
  await run(
    "96",
    async () => {
      const again = await toolset.connectedAccounts.reinitiateConnection({
        connectedAccountId,
        data: {},
        redirectUri: "https://app.example/back",
      });
      const entity = await toolset.getEntity(user);
      const anew = await entity.initiateConnection({ integrationId: settings.integrations.gmail });
      return URL.canParse(again.redirectUrl) && URL.canParse(anew.redirectUrl) && anew.connectionStatus;
    },
    (status) => status === "INITIATED",
  );
}

/** Blocks 82, 99, 101, 104, 106: integrations, keys, and an OAuth app of one's own. */
async function runIntegrations({ run, answers, settings, baseUrl, OpenAIToolSet }) {
  const toolset = new OpenAIToolSet({ baseUrl });
  await run(
    "82",
    () =>
      toolset.integrations.create({
        name: "gmail_integration",
        appUniqueKey: "gmail",
        useComposioAuth: true,
        forceNewIntegration: true,
      }),
    ({ id }) => id.startsWith("ac_"),
  );
  await run(
    "99",
    () => toolset.client.apps.getRequiredParamsForAuthScheme({ appId: "SHOPIFY", authScheme: "API_KEY" }),
    (answer) => answer.required_fields.length > 0,
  );
  await run(
    "101",
    async () => {
      const names = answers["99"].required_fields;
      const connectionParams = Object.fromEntries(
        names.map((name) => [name, name === "generic_api_key" ? "a-key" : "engines"]),
      );
      return toolset.connectedAccounts.initiate({
        integrationId: settings.integrations.shopify,
        authMode: "API_KEY",
        connectionParams,
      });
    },
    ({ connectionStatus }) => connectionStatus === "ACTIVE",
  );
  await run(
    "104",
    () =>
      toolset.integrations.create({
        appUniqueKey: "googlecalendar",
        name: "Google Calendar",
        authScheme: "OAUTH2",
        useComposioAuth: false,
        authConfig: { client_id: "12345678", client_secret: "12345678", redirect_uri: "https://yourapp.com/redirect" },
      }),
    ({ id }) => id.startsWith("ac_"),
  );
  await run(
    "106",
    async () => {
      const entity = await toolset.getEntity("00000000-0000-0000-0000-000000000000");
      return entity.initiateConnection({
        integrationId: answers["104"].id,
        useComposioAuth: false,
        redirectUri: "https://yourapp.com/thread/12345678",
      });
    },
    ({ redirectUrl }) => URL.canParse(redirectUrl),
  );
}

export async function runAccountBlocks(context) {
  await runConsent(context);
  await runIntegrations(context);
}
