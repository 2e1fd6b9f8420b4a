/**
 * The operator's OAuth apps: who may enter them, who may use them, where their secret goes and where it never shows.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { type Body, type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import {
  APPS,
  type Emulated,
  GITHUB_LOGIN,
  giveConsent,
  installConnectToolkits,
  startProviders,
} from "@/test/servers/oauth-providers";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";

const modules = (
  await Promise.all([
    import("@/app/api/v3/internal/patchbay/managed_apps/route"),
    import("@/app/api/v3/internal/patchbay/managed_apps/[id]/route"),
    import("@/app/api/v3/internal/patchbay/managed_apps/subjects/route"),
    import("@/app/api/v3/toolkits/[slug]/route"),
    import("@/app/api/v3/toolkits/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);
const door = createApiRouter(modules);

type Person = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>;

async function signedIn(userId: string): Promise<Person> {
  const cookie = await sessionCookie(userId);
  return async (method, path, body) => {
    const answer = await door.fetch(
      new Request(`http://localhost:3000/api/v3${path}`, {
        method,
        headers: { cookie, origin: "http://localhost:3000", "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as Body };
  };
}

const APPS_PATH = "/internal/patchbay/managed_apps";
let providers: Emulated;
let operator: Person;
let stranger: Person;
let client: Client;

beforeAll(async () => {
  // the first organization of the database is the operator's
  const first = await db.organization.findFirst({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { members: true },
  });
  operator = await signedIn(first?.members[0]?.userId ?? (await createTestOwner()).userId);
  await installConnectToolkits();
  providers = await startProviders();
  stranger = await signedIn((await createTestOwner()).userId);
  client = await newClient();
  await pointGitHubAtEmulator();
});
afterAll(() => {
  providers.stop();
});

/** An auth config with the operator's app names no addresses, so the catalog's own lead to the emulator here. */
async function pointGitHubAtEmulator(): Promise<void> {
  const row = await db.toolkit.findFirstOrThrow({ where: { slug: "github", projectId: null } });
  const schemes = row.authSchemes as { mode: string; oauth?: Record<string, unknown> }[];
  const moved = schemes.map((scheme) =>
    scheme.oauth
      ? {
          ...scheme,
          oauth: {
            ...scheme.oauth,
            authorizationUrl: `${providers.urls.github}/login/oauth/authorize`,
            tokenUrl: `${providers.urls.github}/login/oauth/access_token`,
            refreshUrl: undefined,
          },
        }
      : scheme,
  );
  await db.toolkit.update({
    where: { id: row.id },
    data: { authSchemes: JSON.parse(JSON.stringify(moved)) as object },
  });
  forgetCatalog();
}

const managed = (credentials?: object) =>
  client.call("POST", "/auth_configs", {
    toolkit: { slug: "github" },
    auth_config: { type: "use_composio_managed_auth", ...(credentials && { credentials }) },
  });
const enter = (more: object = {}) =>
  operator("POST", APPS_PATH, { kind: "provider", key: "github", ...APPS.github, ...more });

async function startConsent(configId: string): Promise<{ account: string; authorize: URL }> {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: configId,
    user_id: "ada",
    callback_url: "https://app.example/done",
  });
  const { location } = await submit(body.redirect_url, { action: "connect" });
  return { account: body.connected_account_id, authorize: new URL(location ?? "about:blank") };
}

describe("managed apps", () => {
  it("403: are the operator's alone; another organization's owner neither reads nor writes them", async () => {
    expect((await operator("GET", APPS_PATH)).status).toBe(200);
    const attempts: [string, string, object?][] = [
      ["GET", ""],
      ["GET", "/subjects"],
      ["POST", "", { kind: "provider", key: "github", ...APPS.github }],
      ["PATCH", "/mc_x", { client_id: "x" }],
      ["DELETE", "/mc_x"],
    ];
    for (const [method, path, body] of attempts)
      expect([method, (await stranger(method, `${APPS_PATH}${path}`, body)).status]).toEqual([method, 403]);
    expect(await db.managedClient.count()).toBe(0);
  });

  it("400: without one the auth config says who can add it and where", async () => {
    const { status, body } = await managed();
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/no managed app for GitHub/) as string]);
    expect(body.error?.suggested_fix).toMatch(/Settings, Managed apps/);
  });

  it("400: refuses a provider that nobody knows, and one whose token address a connection's values could move", async () => {
    expect(
      (await operator("POST", APPS_PATH, { kind: "provider", key: "nobody", client_id: "a", client_secret: "b" }))
        .status,
    ).toBe(400);
    const row = await db.toolkit.findFirstOrThrow({ where: { slug: "strictbasic" } });
    const authSchemes = row.authSchemes;
    const moved = (authSchemes as { oauth?: object }[]).map((scheme) => ({
      ...scheme,
      oauth: { ...scheme.oauth, tokenUrl: "https://{domain}/token" },
    }));
    await db.toolkit.update({ where: { id: row.id }, data: { authSchemes: moved } });
    forgetCatalog();
    expect(
      (await operator("POST", APPS_PATH, { kind: "toolkit", key: "strictbasic", client_id: "a", client_secret: "b" }))
        .status,
    ).toBe(400);
    await db.toolkit.update({ where: { id: row.id }, data: { authSchemes: authSchemes as object } });
    forgetCatalog();
  });

  it("201: one app serves an auth config that brings none, from consent to token; a changed secret counts at once", async () => {
    const response = await enter({ client_secret: "not-the-right-secret" });
    expect([response.status, response.body]).toMatchObject([
      201,
      {
        client_secret: "not-...",
        client_id: APPS.github.client_id,
        auth_configs: 0,
        redirect_uri: expect.stringContaining("/auth/callback") as string,
      },
    ]);
    expect((await enter()).status).toBe(409);
    const toolkit = (await operator("GET", "/toolkits/github")).body;
    expect(toolkit).toMatchObject({
      composio_managed_auth_schemes: ["OAUTH2"],
      composio_managed_auth: [{ mode: "OAUTH2" }],
    });
    expect((await operator("GET", "/toolkits?search=github")).body.items[0]).toMatchObject({
      composio_managed_auth_schemes: ["OAUTH2"],
    });

    const config = (await managed()).body.auth_config;
    expect(config).toMatchObject({ auth_scheme: "OAUTH2", is_composio_managed: true });
    const wrong = await startConsent(config.id);
    expect(wrong.authorize.searchParams.get("client_id")).toBe(APPS.github.client_id);
    expect((await visit(await giveConsent(wrong.authorize.href, GITHUB_LOGIN))).location).toContain("status=failed");

    expect(
      (await operator("PATCH", `${APPS_PATH}/${response.body.id}`, { client_secret: APPS.github.client_secret })).body,
    ).toMatchObject({ auth_configs: 1 });
    await operator("PATCH", `${APPS_PATH}/${response.body.id}`, { client_secret: "gith..." }); // masked: kept
    const right = await startConsent(config.id);
    expect((await visit(await giveConsent(right.authorize.href, GITHUB_LOGIN))).location).toContain("status=success");
  });

  it("400: an auth config with the operator's app cannot lead its secret elsewhere, nor ask for scopes the app may not", async () => {
    for (const credentials of [
      { token_url: "https://evil.example/token" },
      { oauth_redirect_uri: "https://evil.example/cb" },
      { client_id: "mine" },
      { revoke_url: "https://evil.example" },
    ])
      expect([credentials, (await managed(credentials)).status]).toEqual([credentials, 400]);
    const [app] = (await operator("GET", APPS_PATH)).body.items;
    await operator("PATCH", `${APPS_PATH}/${app?.id ?? ""}`, { scopes: ["repo"] });
    expect((await managed({ scopes: ["admin:org"] })).body.error?.message).toMatch(/may not ask for admin:org/);
    const { authorize } = await startConsent((await managed()).body.auth_config.id);
    expect(authorize.searchParams.get("scope")).toBe("repo");
  });

  it("shows its secret in no answer and no row, to nobody, masking or not", async () => {
    await db.project.update({ where: { id: client.projectId }, data: { config: { maskSecrets: false } } });
    const configs = (await client.call("GET", "/auth_configs")).body;
    const texts = [
      configs,
      (await operator("GET", APPS_PATH)).body,
      (await operator("GET", "/toolkits/github")).body,
    ].map((body) => JSON.stringify(body));
    const rows = await db.$queryRaw<{ line: string }[]>`SELECT row_to_json(t)::text AS line FROM managed_client t
      UNION ALL SELECT row_to_json(t)::text FROM auth_config t
      UNION ALL SELECT row_to_json(t)::text FROM connected_account t`;
    for (const text of [...texts, ...rows.map(({ line }) => line)])
      expect(text).not.toContain(APPS.github.client_secret);
    expect(configs.items.length).toBeGreaterThan(0);
    expect(JSON.stringify(configs)).not.toContain(APPS.github.client_id);
  });

  it("400: taken away, it leaves auth configs that say so; accounts that are connected go on", async () => {
    const [app] = (await operator("GET", APPS_PATH)).body.items;
    const [config] = (await client.call("GET", "/auth_configs")).body.items;
    expect((await operator("DELETE", `${APPS_PATH}/${app?.id ?? ""}`)).body).toEqual({ success: true });
    expect((await operator("DELETE", `${APPS_PATH}/${app?.id ?? ""}`)).status).toBe(404);
    const { status, body } = await client.call("POST", "/connected_accounts/link", {
      auth_config_id: config?.id,
      user_id: "ada",
    });
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/was removed/) as string]);
    expect((await client.call("GET", "/connected_accounts?statuses=ACTIVE")).body.items).toHaveLength(1);
  });
});
