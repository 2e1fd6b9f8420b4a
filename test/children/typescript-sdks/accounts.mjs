// Auth configs, connected accounts and MCP servers.
export async function driveAccounts(recorder, composio, drive, version) {
  const step = recorder.run.bind(recorder);
  const { authConfigs, connectedAccounts: accounts, mcp } = composio;
  const user = `grace ${version}`;
  const options = {
    type: "use_custom_auth",
    authScheme: "BEARER_TOKEN",
    name: version,
    credentials: { base_url: drive.echo },
  };
  const { id: config } = await step(
    "authConfigs.create",
    () => authConfigs.create("github", options),
    ({ id }) => id.startsWith("ac_"),
  );
  const statusOf = async (change) => (await change(), (await authConfigs.get(config)).status);
  await step(
    "authConfigs.get",
    () => authConfigs.get(config),
    ({ name }) => name === version,
  );
  await step(
    "authConfigs.list",
    () => authConfigs.list({ toolkit: "github", limit: 100 }),
    ({ items }) => items.some(({ id }) => id === config),
  );
  await step("authConfigs.update", () =>
    authConfigs.update(config, { type: "custom", credentials: { base_url: `${drive.echo}/v2` } }),
  );
  await step(
    "authConfigs.disable",
    () => statusOf(() => authConfigs.disable(config)),
    (status) => status === "DISABLED",
  );
  await step(
    "authConfigs.enable",
    () => statusOf(() => authConfigs.enable(config)),
    (status) => status === "ENABLED",
  );
  await step(
    "authConfigs.updateStatus",
    () => statusOf(() => authConfigs.updateStatus("ENABLED", config)),
    (status) => status === "ENABLED",
  );

  const state = { authScheme: "BEARER_TOKEN", val: { token: "a-token-of-grace-0123456789" } };
  const { id } = await step(
    "connectedAccounts.initiate",
    () => accounts.initiate(user, config, { config: state }),
    (request) => request.id.startsWith("ca_"),
  );
  const isDisabled = async (change) => (await change(), (await accounts.get(id)).isDisabled);
  await step(
    "connectedAccounts.waitForConnection",
    () => accounts.waitForConnection(id, 10_000),
    ({ status }) => status === "ACTIVE",
  );
  await step(
    "connectedAccounts.get",
    () => accounts.get(id),
    (account) => account.authConfig.id === config,
  );
  await step(
    "connectedAccounts.list",
    () => accounts.list({ userIds: [user] }),
    ({ items }) => items.length === 1,
  );
  await step(
    "connectedAccounts.refresh",
    () => accounts.refresh(id),
    (answer) => answer.id === id,
  );
  await step(
    "connectedAccounts.disable",
    () => isDisabled(() => accounts.disable(id)),
    (value) => value === true,
  );
  await step(
    "connectedAccounts.enable",
    () => isDisabled(() => accounts.enable(id)),
    (value) => value === false,
  );
  await step(
    "connectedAccounts.updateStatus",
    () => isDisabled(() => accounts.updateStatus(id, { enabled: true })),
    (value) => value === false,
  );
  const oauth = {
    type: "use_custom_auth",
    authScheme: "OAUTH2",
    credentials: { client_id: "an-app", client_secret: "a-secret-0123" },
  };
  const { id: app } = await step("authConfigs.create of an OAuth app", () => authConfigs.create("github", oauth));
  const shared = { allowMultiple: true, experimental: { accountType: "SHARED" } };
  const link = await step(
    "connectedAccounts.link",
    () => accounts.link(user, app, shared),
    ({ redirectUrl }) => redirectUrl.includes("/connect/"),
  );
  if (accounts.update) await step("connectedAccounts.update", () => accounts.update(id, { enabled: true }));
  if (accounts.updateAcl) {
    await step("connectedAccounts.updateAcl", () => accounts.updateAcl(link.id, { allowedUserIds: ["hedy"] }));
    await step("experimental.updateAcl", () => composio.experimental.updateAcl(link.id, { allowAllUsers: true }));
  }
  if (accounts.revoke) await step("connectedAccounts.revoke", () => accounts.revoke(id));
  await step(
    "connectedAccounts.delete",
    () => accounts.delete(link.id),
    ({ success }) => success === true,
  );
  await step("authConfigs.delete", () => authConfigs.delete(app).then(() => true));

  const allowedTools = ["GITHUB_GET_A_REPOSITORY"];
  const name = `of ${version.replaceAll(".", "-")}`;
  const { id: server } = await step(
    "mcp.create",
    () => mcp.create(name, { toolkits: ["github"], allowedTools }),
    (answer) => answer.id,
  );
  await step(
    "mcp.get",
    () => mcp.get(server),
    (answer) => answer.name === name,
  );
  await step(
    "mcp.list",
    () => mcp.list({ page: 1, limit: 10, toolkits: [], authConfigs: [], name }),
    ({ items }) => items.length === 1,
  );
  await step(
    "mcp.update",
    () => mcp.update(server, { name: `${name} 2` }),
    (answer) => answer.name === `${name} 2`,
  );
  await step(
    "mcp.generate",
    () => mcp.generate("ada", server),
    ({ url }) => url.startsWith(drive.url),
  );
  await step(
    "mcp.delete",
    () => mcp.delete(server),
    ({ deleted }) => deleted === true,
  );
}
