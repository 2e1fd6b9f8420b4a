/**
 * A restore drill under load: a backup is made while accounts are connected, renewed and used. The restored copy has
 * all that was acknowledged before its moment and keeps quiet, and the original goes on.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { openAccountValues } from "@/lib/connected-accounts/account-values";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { ON } from "@/test/builders/origin";
import { newClient, visit, type Client } from "@/test/clients/connect-api";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { startOAuthServer, type OAuthServer } from "@/test/servers/oauth-server.mjs";
import { backUp, newDatabase, restoreInto, runOn, KEY } from "@/test/servers/restored-server";
import { readArchive } from "./archive/read-archive";
import { filePlace } from "./places/place";

type Drill = { tokens: Record<string, string | null>; logs: number; isQuiet: boolean; isWorking: boolean };
/** An acknowledged account or token, with the time of the answer. */
type Acknowledged = { time: number; id: string };

const RENEWED_ACCOUNTS = 4;
let client: Client;
let provider: Provider;
let server: OAuthServer;
let keyed: string;
let renewed: string[];

beforeAll(async () => {
  provider = await startProvider();
  server = await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 3600 });
  await installConnectToolkits();
  await checkSecret(findKeyIds);
  client = await newClient();
  const newConfig = async (slug: string, authScheme: string, credentials: object): Promise<string> => {
    const auth_config = { type: "use_custom_auth", authScheme, credentials };
    const { body } = await client.call("POST", "/auth_configs", { toolkit: { slug }, auth_config });
    return body.auth_config.id;
  };
  keyed = await newConfig("github", "BEARER_TOKEN", { base_url: provider.baseUrl });
  const strict = await newConfig("strict", "OAUTH2", server.credentials);
  renewed = [];
  for (let index = 0; index < RENEWED_ACCOUNTS; index++) {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: strict },
      connection: { user_id: `user ${index}` },
    });
    await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
    renewed.push(body.id);
  }
});
afterAll(() => Promise.all([provider.close(), server.stop()]));

async function connect(userId: string): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: keyed },
    connection: { user_id: userId, state: { authScheme: "BEARER_TOKEN", val: { token: `token of ${userId}` } } },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

async function execute(account: string): Promise<void> {
  const call = { connected_account_id: account, endpoint: "/user", method: "GET" };
  const { status, body } = await client.call("POST", "/tools/execute/proxy", call);
  if (status !== 200 || body.status !== (200 as unknown)) throw new Error(JSON.stringify(body));
}

async function renew(id: string): Promise<string> {
  const [scheme] = (await requireToolkit(client.projectId, "strict")).authSchemes;
  if (!scheme) throw new Error("strict has no scheme");
  await refreshNow(client.projectId, await requireResolved(client.projectId, id), scheme, {
    because: "HTTP 401",
    on: ON,
  });
  const { credentials } = await requireResolved(client.projectId, id);
  return openAccountValues(client.projectId, id, credentials).refresh_token ?? "";
}

/** Connects, executes and renews without a pause until it is ended. */
function startLoad() {
  let isOver = false;
  const failures: unknown[] = [];
  const done = { accounts: [] as Acknowledged[], executions: 0 };
  const tokens = new Map<string, Acknowledged[]>();
  const repeat = async (work: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; !isOver; turn++) await work(turn).catch((error: unknown) => void failures.push(error));
  };
  const note = (list: Acknowledged[], id: string) => void list.push({ time: Date.now(), id });
  const loops = [
    repeat(async (turn) => note(done.accounts, await connect(`new ${turn}`))),
    repeat(async () => {
      await execute(done.accounts.at(-1)?.id ?? (await connect("first")));
      done.executions += 1;
    }),
    repeat(async (turn) => {
      const id = renewed[turn % renewed.length] ?? "";
      const token = await renew(id);
      tokens.set(id, [...(tokens.get(id) ?? []), { time: Date.now(), id: token }]);
    }),
  ];
  const grown = async (): Promise<void> => {
    const [accounts, executions] = [done.accounts.length + 3, done.executions + 3];
    const renewals = server.refreshTokens.length + RENEWED_ACCOUNTS;
    const isGrown = (): boolean =>
      done.accounts.length >= accounts && done.executions >= executions && server.refreshTokens.length >= renewals;
    // A load that fails ends the test by its failures, which are compared after it.
    while (!isGrown() && failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    ...{ done, tokens, failures, grown },
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

it("loses nothing that was acknowledged before its moment, opens every account, renews none, and harms no original", async () => {
  const load = startLoad();
  await load.grown();
  const { executions } = load.done;
  await flushToolLogs();
  await flushToolLogs();
  const { file } = await backUp();
  await load.grown();
  const { about } = await readArchive(filePlace(file).read(), KEY);
  const moment = Date.parse(about.made_at);
  const url = await newDatabase("drill");
  await restoreInto(url, file);
  await load.end();
  expect(load.failures).toEqual([]);
  const grants = server.grants.length;
  const drill = (await runOn(url, "drill-child", [])) as Drill;
  expect(drill).toMatchObject({ isQuiet: true, isWorking: false });
  expect(server.grants).toHaveLength(grants);
  const early = load.done.accounts.filter(({ time }) => time < moment).map(({ id }) => id);
  expect(early.length).toBeGreaterThan(2);
  expect(Object.keys(drill.tokens)).toEqual(expect.arrayContaining([...early, ...renewed]));
  expect(executions).toBeGreaterThan(2);
  expect(drill.logs).toBeGreaterThanOrEqual(executions);
  for (const [id, tokens] of load.tokens) {
    const order = tokens.map(({ id: token }) => token);
    const last = tokens.filter(({ time }) => time < moment).length - 1;
    expect(order.indexOf(drill.tokens[id] ?? ""), id).toBeGreaterThanOrEqual(last);
  }
  // A copy that had renewed would have ended these grants.
  for (const id of renewed) expect(await renew(id)).not.toBe("");
  await execute(early[0] ?? "");
  expect(server.grants.filter((grant) => grant.endsWith(":refused"))).toEqual([]);
});
