/** Keys that are limited to users or toolkits, at every door of the API. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/lib/api";
import { createApiKey } from "@/lib/access/keys/api-keys";
import type { Operation } from "@/lib/contract/operation";
import { KEY_AREAS } from "@/lib/contract/permission";
import { db } from "@/lib/kernel/database/db";
import {
  APPS,
  type Call,
  caller,
  installApps,
  openShop,
  type Reply,
  type Shop,
  USERS,
} from "@/test/clients/limited-keys";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { routeFileOf } from "@/test/servers/route-file-of";

let provider: Provider;
let shop: Shop;
/** Sessions of each user with each app. */
const sessions: Record<string, string> = {};
const triggers: Record<string, string> = {};
let ofUsers: Call;
let ofToolkits: Call;
let ofBoth: Call;

const pair = (user: string, app: string) => `${user} ${app}`;
const messageOf = ({ body }: Reply): string => body.error?.message ?? "";
const OUTSIDE = /^This API key (cannot reach|is limited to)/;

beforeAll(async () => {
  await installApps();
  provider = await startProvider();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
  shop = await openShop(provider);
  for (const user of USERS)
    for (const app of APPS) {
      const session = await shop.full("POST", "/tool_router/session", { user_id: user, toolkits: { enable: [app] } });
      sessions[pair(user, app)] = session.body.session_id as string;
      const body = { connected_account_id: shop.accounts[user][app], trigger_config: {} };
      const trigger = await shop.full("POST", `/trigger_instances/${app.toUpperCase()}_SEEN/upsert`, body);
      triggers[pair(user, app)] = trigger.body.trigger_id as string;
    }
  ofUsers = (await shop.limited({ users: ["ada"] })).call;
  ofToolkits = (await shop.limited({ toolkits: ["desk"] })).call;
  ofBoth = (await shop.limited({ users: ["ada"], toolkits: ["desk"] })).call;
});
afterAll(() => provider.close());

type Place = { user: (typeof USERS)[number]; app: (typeof APPS)[number] };
type Door = (call: Call, place: Place) => Promise<Reply>;
const session = ({ user, app }: Place) => `/tool_router/session/${sessions[pair(user, app)]}`;
const accountOf = ({ user, app }: Place) => shop.accounts[user][app];
const slug = ({ app }: Place) => `${app.toUpperCase()}_READ`;
const trigger = ({ user, app }: Place) => `/trigger_instances/manage/${triggers[pair(user, app)]}`;

/** Each door, with a call for a user and an app. */
const DOORS: Record<string, Door> = {
  "a tool for a user": (call, place) =>
    call("POST", `/tools/execute/${slug(place)}`, { user_id: place.user, arguments: {} }),
  "a tool for a user by the older field": (call, place) =>
    call("POST", `/tools/execute/${slug(place)}`, { entity_id: place.user, arguments: {} }),
  "a tool with an account": (call, place) =>
    call("POST", `/tools/execute/${slug(place)}`, { connected_account_id: accountOf(place), arguments: {} }),
  "a dry run": (call, place) =>
    call("POST", `/tools/execute/${slug(place)}`, { user_id: place.user, arguments: {}, dry_run: true }),
  "a tool in small letters": (call, place) =>
    call("POST", `/tools/execute/${slug(place).toLowerCase()}`, { user_id: place.user, arguments: {} }),
  "a proxied request": (call, place) =>
    call("POST", "/tools/execute/proxy", {
      connected_account_id: accountOf(place),
      endpoint: "/things",
      method: "GET",
    }),
  "a new session": (call, { user, app }) =>
    call("POST", "/tool_router/session", { user_id: user, toolkits: { enable: [app] } }),
  "reading a session": (call, place) => call("GET", session(place)),
  "changing a session": (call, place) => call("PATCH", session(place), { toolkits: { enable: [place.app] } }),
  "a tool in a session": (call, place) =>
    call("POST", `${session(place)}/execute`, { tool_slug: slug(place), arguments: {} }),
  "several tools in a session": (call, place) =>
    call("POST", `${session(place)}/execute_meta`, {
      ...{ slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: { tools: [{ tool_slug: slug(place), arguments: {} }] } },
    }),
  "a proxied request in a session": (call, place) =>
    call("POST", `${session(place)}/proxy_execute`, { toolkit_slug: place.app, endpoint: "/things", method: "GET" }),
  "a search in a session": (call, place) =>
    call("POST", `${session(place)}/search`, { queries: [{ use_case: "read" }] }),
  "the tools of a session": (call, place) => call("GET", `${session(place)}/tools`),
  "the toolkits of a session": (call, place) => call("GET", `${session(place)}/toolkits`),
  "the history of a session": (call, place) => call("GET", `${session(place)}/config_history`),
  "own tools of a session": (call, place) => call("POST", `${session(place)}/attach`, { experimental: {} }),
  "a link in a session": (call, place) => call("POST", `${session(place)}/link`, { toolkit: place.app }),
  "the files of a session": (call, place) => call("GET", `${session(place)}/mounts/files/items`),
  "the list of accounts": (call, { user, app }) =>
    call("GET", `/connected_accounts?user_ids=${user}&toolkit_slugs=${app}`),
  "reading an account": (call, place) => call("GET", `/connected_accounts/${accountOf(place)}`),
  "naming an account": (call, place) => call("PATCH", `/connected_accounts/${accountOf(place)}`, { alias: "main" }),
  "switching an account": (call, place) =>
    call("PATCH", `/connected_accounts/${accountOf(place)}/status`, { enabled: true }),
  "a new account": (call, { user, app }) =>
    call("POST", "/connected_accounts", {
      ...{ auth_config: { id: shop.configs[app] }, connection: { user_id: user } },
    }),
  "a link to connect": (call, { user, app }) =>
    call("POST", "/connected_accounts/link", { auth_config_id: shop.configs[app], user_id: user }),
  "the list of triggers": (call, { user, app }) =>
    call("GET", `/trigger_instances/active?user_ids=${user}&toolkit_slugs=${app}`),
  "switching a trigger": (call, place) => call("PATCH", trigger(place), { status: "enable" }),
  "a new trigger": (call, place) =>
    call("POST", `/trigger_instances/${place.app.toUpperCase()}_SEEN/upsert`, {
      ...{ connected_account_id: accountOf(place), trigger_config: {} },
    }),
};

describe.each(Object.entries(DOORS))("%s", (_, door) => {
  it("is open within the limits of a key", async () => {
    for (const [call, place] of [
      [ofUsers, { user: "ada", app: "desk" }],
      [ofUsers, { user: "ada", app: "till" }],
      [ofToolkits, { user: "bob", app: "desk" }],
      [ofBoth, { user: "ada", app: "desk" }],
    ] as const) {
      const reply = await door(call, place);
      expect(reply.status, `${pair(place.user, place.app)}: ${messageOf(reply)}`).toBeLessThan(300);
    }
  });

  it("is closed outside the limits of a key, before a provider gets anything", async () => {
    const count = provider.seen.length;
    for (const [call, place] of [
      [ofUsers, { user: "bob", app: "desk" }],
      [ofToolkits, { user: "ada", app: "till" }],
      [ofBoth, { user: "bob", app: "desk" }],
      [ofBoth, { user: "ada", app: "till" }],
      [ofBoth, { user: "bob", app: "till" }],
    ] as const) {
      const reply = await door(call, place);
      expect([reply.status, messageOf(reply)], pair(place.user, place.app)).toEqual([
        403,
        expect.stringMatching(OUTSIDE),
      ]);
    }
    expect(provider.seen).toHaveLength(count);
  });
});

describe("an operation without a rule", () => {
  const isOfKeys = ({ permission, also = [], auth }: Operation) =>
    auth === "project" &&
    [permission, ...also].every((needed) => KEY_AREAS.some((area) => needed.startsWith(`${area}:`)));
  const ofKeys = operations.filter(isOfKeys);

  it("refuses every limited key, whatever it names", async () => {
    let count = 0;
    for (const op of ofKeys) {
      const { hasReach } = await routeFileOf(op);
      if (hasReach) continue;
      const path = op.path.replace(/\{\w+\}/g, "x");
      for (const call of [ofUsers, ofToolkits]) {
        const reply = await call(op.method, path, op.method === "GET" ? undefined : {});
        const text = JSON.stringify(reply.body);
        expect([reply.status, text], op.id).toEqual([
          // Programs of the older API only know 400.
          op.successor ? 400 : 403,
          expect.stringContaining("This API key is limited to some"),
        ]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(200);
  });
});

describe("lists", () => {
  it("show what the key reaches, if they name nothing", async () => {
    const idsOf = async (call: Call, path: string) => (await call("GET", path)).body.items?.map(({ id }) => id).sort();
    const accounts = await idsOf(ofUsers, "/connected_accounts?limit=50&statuses=ACTIVE");
    expect(accounts).toEqual(Object.values(shop.accounts.ada).sort());
    const desk = await idsOf(ofToolkits, "/connected_accounts?limit=50&statuses=ACTIVE");
    expect(desk).toEqual([shop.accounts.ada.desk, shop.accounts.bob.desk].sort());
    expect(await idsOf(ofToolkits, "/auth_configs")).toEqual([shop.configs.desk]);
    const both = await idsOf(ofBoth, "/trigger_instances/active");
    expect(both).toEqual([triggers[pair("ada", "desk")]]);
  });

  it("of an unreadable key show nothing, and the key reaches nothing", async () => {
    const { key, id } = await createApiKey(shop.projectId, { name: "odd", limits: { users: ["ada"] } });
    await db.apiKey.update({ where: { id }, data: { limits: { people: ["ada"] } } });
    const reply = await caller(key)("GET", "/connected_accounts");
    expect(reply.status).toBe(403);
    expect(reply.body.items).toBeUndefined();
  });
});
