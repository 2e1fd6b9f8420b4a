/** Sessions of agents through the official SDKs, unmodified, over HTTP: what each version has of them works. */
import { describe, expect, it } from "vitest";
import {
  account,
  ALL,
  requests,
  CURRENT,
  forgetAsked,
  LEGACY,
  META,
  names,
  type Named,
  NEXT,
  type Sdk,
} from "../clients/session-sdks";

describe.each([NEXT, CURRENT, LEGACY])("$name", ({ connect }) => {
  it("create and use: a session, taken up again", async () => {
    const sdk = connect();
    const session = await sdk.create("ada", ALL);
    expect(session.sessionId).toMatch(/^trs_/);
    expect((session as never as { mcp: { url: string } }).mcp.url).toContain(session.sessionId);
    expect((await sdk.use(session.sessionId)).sessionId).toBe(session.sessionId);
  });

  it("create: takes each option that this version has", async () => {
    const sdk = connect();
    const { auth_config: config } = (await sdk.getClient().connectedAccounts.retrieve(account)) as never as {
      auth_config: { id: string };
    };
    for (const options of [
      {},
      { toolkits: { enable: ["loopback"] } },
      { toolkits: { disable: ["github"] } },
      { toolkits: [] },
      { tools: { loopback: ["LOOPBACK_GET_PARCEL"] } },
      { tools: { loopback: { enable: ["LOOPBACK_GET_PARCEL"] }, github: { tags: ["readOnlyHint"] } } },
      { tools: { loopback: { disable: ["LOOPBACK_GET_PARCEL"] }, github: { tags: { disable: ["destructiveHint"] } } } },
      { tags: ["readOnlyHint", "idempotentHint"] },
      { tags: { enable: ["readOnlyHint"], disable: ["destructiveHint"] } },
      { authConfigs: { loopback: config.id } },
      { connectedAccounts: { loopback: account } },
      { manageConnections: false },
      { manageConnections: { enable: true, callbackUrl: "https://app.example/done", waitForConnections: true } },
      { workbench: { enable: false } },
      { workbench: { enableProxyExecution: false, autoOffloadThreshold: 0 } },
      { workbench: { autoOffloadThreshold: 20_000 } },
    ])
      expect(await sdk.create("ada", options as object), JSON.stringify(options)).toMatchObject({
        sessionId: expect.stringMatching(/^trs_/) as string,
      });
  });

  it("tools: gives the meta tools, and executes one of them as a framework does", async () => {
    const sdk = connect();
    const session = await sdk.create("ada", ALL);
    const tools = await session.tools();
    expect(names(tools)).toEqual(expect.arrayContaining(META));
    expect((tools as never as Named[]).map((tool) => tool.function.parameters.type)).toEqual(
      (tools as never as Named[]).map(() => "object"),
    );
    const args = { queries: [{ use_case: "cancel a parcel" }], session: { generate_id: true } };
    const model = sdk.tools as never as Record<string, (...parameters: unknown[]) => Promise<Record<string, unknown>>>;
    const run = model.executeMetaTool ?? model.executeSessionTool;
    const answer = await run?.call(model, "COMPOSIO_SEARCH_TOOLS", {
      sessionId: session.sessionId,
      arguments: args,
    });
    expect(answer).toMatchObject({ successful: true, error: null, data: { results: [{ index: 1 }] } });
  });

  it("authorize: gives a link, with its account waiting", async () => {
    const session = await connect().create("ada", { toolkits: ["keyed"] });
    const request = await session.authorize("keyed", { callbackUrl: "https://app.example/done" });
    expect(request).toMatchObject({
      id: expect.stringMatching(/^ca_/),
      redirectUrl: expect.stringContaining("/connect/"),
    });
  });

  it("toolkits: by connection, by search, and page by page", async () => {
    const session = await connect().create("ada");
    const connected = await session.toolkits({ isConnected: true });
    expect(connected.items).toEqual([
      expect.objectContaining({
        slug: "loopback",
        isNoAuth: false,
        connection: expect.objectContaining({ isActive: true, connectedAccount: { id: account, status: "ACTIVE" } }),
      }),
    ]);
    expect((await session.toolkits({ search: "loopback" })).items[0]).toMatchObject({ slug: "loopback" });
    expect((await session.toolkits({ toolkits: ["github", "slack"] })).items).toHaveLength(2);
    const first = (await session.toolkits({ limit: 2 })) as { items: object[]; cursor?: string; nextCursor?: string };
    const cursor = first.cursor ?? first.nextCursor;
    const next = await session.toolkits({ limit: 2, cursor, nextCursor: cursor } as object);
    expect([first.items.length, next.items.length]).toEqual([2, 2]);
    expect(next.items).not.toEqual(first.items);
  });

  it("404: an unknown session", async () => {
    await expect(connect().use("trs_unknown")).rejects.toMatchObject({ status: 404 });
  });

  it("422: toolkits that there are not", async () => {
    await expect(connect().create("ada", { toolkits: ["lopback"] })).rejects.toMatchObject({ status: 422 });
  });
});

it("core 0.21.0 update: null takes a setting away, and another version is a conflict", async () => {
  const session = await NEXT.connect().create("ada", {
    ...ALL,
    tags: ["readOnlyHint"],
    manageConnections: { callbackUrl: "https://app.example/done" },
    multiAccount: { enable: true, maxAccountsPerToolkit: 3 },
  });
  const settingNames = [
    "toolkits",
    "tools",
    "tags",
    "authConfigs",
    "connectedAccounts",
    "preload",
    "search",
    "execute",
  ];
  const config = await session.update({
    ...(Object.fromEntries(settingNames.map((name) => [name, null])) as object),
    manageConnections: { callbackUrl: null, enableConnectionRemoval: false },
    multiAccount: { maxAccountsPerToolkit: null },
    experimental: { permissions: null, linkUrlOverwrite: null, fastMode: null, submitFeedback: null },
    premiumUsage: false,
    expectedConfigVersion: 1,
  } as never);
  expect(config).toMatchObject({
    preload: { tools: [] },
    manage_connections: { enable_connection_removal: false },
    multi_account: { enable: true },
  });
  for (const setting of [
    "toolkits",
    "tags",
    "manage_connections.callback_url",
    "multi_account.max_accounts_per_toolkit",
  ])
    expect(config).not.toHaveProperty(setting);
  forgetAsked();
  await expect(session.update({ toolkits: ["github"], expectedConfigVersion: 1 })).rejects.toMatchObject({
    name: "ComposioSessionConfigConflictError",
  });
  expect(requests).toHaveLength(1);
  const history = await session.listConfigHistory({ limit: 10 });
  expect(history.items.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ]);
});

const METHODS = {
  session: ["tools", "execute", "search", "authorize", "ensureConnected", "toolkits", "proxyExecute", "update"],
  more: ["delete", "customTools", "customToolkits", "listConfigHistory"],
};
/** Not skipped: these versions have no such methods. */
it.each<[string, () => Sdk, string[]]>([
  ["core 0.21.0", NEXT.connect, []],
  ["core 0.19.0", CURRENT.connect, ["listConfigHistory"]],
  [
    "core 0.5.4",
    LEGACY.connect,
    [
      "execute",
      "search",
      "ensureConnected",
      "proxyExecute",
      "update",
      "delete",
      "customTools",
      "customToolkits",
      "listConfigHistory",
    ],
  ],
])("%s lacks of the session's methods no more than is listed", async (_, connect, missing) => {
  const session = (await connect().create("ada")) as never as Record<string, unknown>;
  const all = [...METHODS.session, ...METHODS.more];
  expect(all.filter((name) => typeof session[name] !== "function")).toEqual(missing);
});
