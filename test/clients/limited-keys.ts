/** A project with two apps and two users, each with an account at both apps, and keys with limits. */
import { createApiKey } from "@/lib/access/keys/api-keys";
import type { KeyLimits } from "@/lib/access/keys/key-limits";
import type { KeyScopes } from "@/lib/access/keys/key-scopes";
import { installTriggers } from "@/lib/catalog/load/install-triggers";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { compileTriggers } from "@/lib/catalog/triggers/compile-triggers";
import { TriggerFile } from "@/lib/catalog/triggers/trigger-file";
import { pool } from "@/lib/kernel/database/db";
import { openAllRoutes } from "../servers/all-routes";
import { installConnectToolkits } from "../servers/oauth-providers";
import type { Provider } from "../servers/loopback-provider";
import { metaToolkit } from "../builders/meta-toolkit";
import { createTestOwner } from "../builders/owners";

export const USERS = ["ada", "bob"] as const;
export const APPS = ["desk", "till"] as const;

const ORIGIN = "http://localhost:3000";
export const door = openAllRoutes();

const tool = (slug: string, aliases: string[] = []) => ({
  slug,
  aliases,
  tags: ["readOnlyHint"],
  input: { type: "object", properties: {} },
  request: { method: "GET" as const, path: "/things", parameters: [] },
});
const toolkit = (name: string, tools: ReturnType<typeof tool>[]) => ({
  name,
  auth: [{ mode: "API_KEY" as const }],
  tools,
});

const TRIGGER_TYPE = `
source: https://example.com/docs
triggers:
  SLUG_SEEN:
    name: Seen
    description: Something is seen.
    poll: { request: { path: /items }, items: items, id: "{item.id}" }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1 }] } }
`;

/** Puts the apps `desk` and `till` into the catalog, each with a tool and a trigger type. Till's tool has an alias. */
export async function installApps(): Promise<void> {
  await installConnectToolkits(
    {
      desk: toolkit("Desk", [tool("DESK_READ")]),
      till: toolkit("Till", [tool("TILL_READ", ["TILL_READ_OLD"])]),
    },
    [metaToolkit()],
  );
  const types = APPS.flatMap((app) =>
    compileTriggers(app, parseYamlFile(TriggerFile, "test", TRIGGER_TYPE.replace("SLUG", app.toUpperCase())), "test"),
  );
  const client = await pool().connect();
  try {
    await installTriggers(client, types);
  } finally {
    client.release();
  }
  forgetCatalog();
}

export type Reply = {
  status: number;
  body: Record<string, unknown> & { error?: { message: string }; items?: { id: string }[] };
};
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** @param path below `/api/v3`, or from `/api` on */
export const caller =
  (key: string): Call =>
  async (method, path, body, headers) => {
    const url = `${ORIGIN}${path.startsWith("/api/") ? path : `/api/v3${path}`}`;
    const init = { method, headers: { "x-api-key": key, "content-type": "application/json", ...headers } };
    const answer = await door.fetch(
      new Request(url, body === undefined ? init : { ...init, body: JSON.stringify(body) }),
    );
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
    return { status: answer.status, body: (isJson ? JSON.parse(text || "null") : { text }) as Reply["body"] };
  };

type User = (typeof USERS)[number];
type App = (typeof APPS)[number];

export type Shop = {
  projectId: string;
  /** With full access. */
  full: Call;
  key: string;
  configs: Record<App, string>;
  accounts: Record<User, Record<App, string>>;
  limited: (limits: KeyLimits, scopes?: KeyScopes) => Promise<{ key: string; call: Call }>;
};

/** Needs `installApps`. */
export async function openShop(provider: Provider): Promise<Shop> {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "full" });
  const full = caller(key);
  const configs = {} as Shop["configs"];
  const accounts: Shop["accounts"] = { ada: {}, bob: {} } as Shop["accounts"];
  for (const app of APPS) {
    const { body } = await full("POST", "/auth_configs", {
      toolkit: { slug: app },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    });
    configs[app] = (body.auth_config as { id: string }).id;
    for (const user of USERS) {
      const val = { generic_api_key: `the-key-of-${user}-at-${app}`, base_url: provider.baseUrl };
      const connection = { user_id: user, state: { val } };
      const created = await full("POST", "/connected_accounts", { auth_config: { id: configs[app] }, connection });
      if (created.status !== 201) throw new Error(`no account: ${created.status} ${JSON.stringify(created.body)}`);
      accounts[user][app] = created.body.id as string;
    }
  }
  const limited: Shop["limited"] = async (limits, scopes) => {
    const { key } = await createApiKey(projectId, { name: "limited", limits, ...(scopes && { scopes }) });
    return { key, call: caller(key) };
  };
  return { projectId, full, key, configs, accounts, limited };
}
