/** Sessions at their doors: made, read, changed, listed, ended; and what they refuse. */
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { type Client, newClient } from "@/test/clients/connect-api";
import type { ConnectToolkit } from "@/test/builders/connect-toolkits";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const tool = (slug: string, tags: string[] = []) => ({
  slug,
  tags,
  input: { type: "object", properties: {} },
  request: { method: "GET" as const, path: "/read", parameters: [] },
});
const mail: ConnectToolkit = {
  name: "Mail",
  auth: [{ mode: "API_KEY" }],
  tools: [tool("MAIL_READ", ["readOnlyHint"]), tool("MAIL_SEND", ["destructiveHint"])],
};

let client: Client;
let stranger: Client;
let config: string;
const composio = metaToolkit();

beforeAll(async () => {
  await installConnectToolkits({ mail }, [composio]);
  [client, stranger] = [await newClient(), await newClient()];
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "mail" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  config = body.auth_config.id;
});

type Item = { slug: string; name: string; version: number; is_current: boolean; config: { toolkits?: object } };
type ResponseBody = {
  session_id: string;
  id: string;
  config_version: number;
  tool_router_tools: string[];
  config: { toolkits?: object };
  experimental: { source_session_config?: object };
  items: (Item & { connected_account: object | null })[];
  next_cursor: string;
  error: { message: string; errors: string[] };
};

async function call(
  method: string,
  path: string,
  requestBody?: object,
  by = client,
): Promise<{ status: number; body: ResponseBody }> {
  const { status, body } = await by.call(method, path, requestBody);
  return { status, body: body as unknown as ResponseBody };
}

const create = (settings: object = {}, by = client) =>
  call("POST", "/tool_router/session", { user_id: "ada", ...settings }, by);
const createId = async (settings: object = {}): Promise<string> => (await create(settings)).body.session_id;

describe("a session", () => {
  it.each([[[{ id: "h1", type: "before_execute" }]], ["garbage"], [{ a: 1 }]])(
    "is refused with 400 for hooks that nothing can run, at creation and at a change: %j",
    async (hooks) => {
      const id = await createId({ hooks: [] });
      for (const answer of [await create({ hooks }), await call("PATCH", `/tool_router/session/${id}`, { hooks })]) {
        expect(answer.status).toBe(400);
        expect(JSON.stringify(answer.body)).toContain("hooks");
      }
    },
  );

  it("is refused with 422 for approvals of unknown tools, which would ask about nothing", async () => {
    const { status, body } = await create({
      require_approval: { toolkits: ["male"], tools: { mail: ["MAIL_SENT"] }, tool_tags: { mall: ["createHint"] } },
      experimental: {
        permissions: { default: "allow_all", overrides: { MAIL_RED: "always_deny", composio: "always_deny" } },
      },
    });
    expect(status).toBe(422);
    const fields = body.error.errors.map((errorLine) => errorLine.slice(0, errorLine.indexOf(":"))).sort();
    expect(fields).toEqual([
      "experimental.permissions.overrides.MAIL_RED",
      "experimental.permissions.overrides.composio",
      "require_approval.tool_tags.mall",
      "require_approval.toolkits.0",
      "require_approval.tools.mail.0",
    ]);
    const named = { permissions: { default: "allow_all", overrides: { mail_send: "ask_once", mail: "always_deny" } } };
    const { body: session } = await create({
      experimental: named,
      require_approval: { tools: { mail: ["mail_read"] } },
    });
    expect(session.config).toMatchObject({
      permissions: { overrides: { MAIL_SEND: "ask_once", mail: "always_deny" } },
      require_approval: { tools: { mail: ["MAIL_READ"] } },
    });
  });

  it("returns its address, its meta tools and its configuration (201)", async () => {
    const { status, body } = await create({ toolkits: { enable: ["mail"] }, tools: { mail: ["MAIL_READ"] } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      session_id: expect.stringMatching(/^trs_/),
      mcp: { type: "http", url: expect.stringContaining("http") },
      config: { user_id: "ada", toolkits: { enabled: ["mail"] }, tools: { mail: { enabled: ["MAIL_READ"] } } },
      config_version: 1,
    });
    expect(body.tool_router_tools).toContain("COMPOSIO_SEARCH_TOOLS");
    expect((await call("GET", `/tool_router/session/${body.session_id}`)).body).toEqual(body);
  });

  it("is refused with 422 for unknown names, with their path and similar names", async () => {
    const wrong = {
      toolkits: ["mial"],
      tools: { mail: ["MAIL_SNED"] },
      auth_configs: { mail: "ac_none" },
      connected_accounts: { mail: ["ca_none"] },
      preload: { tools: ["MAIL_NOTHING"] },
    };
    const { status, body } = await create(wrong);
    expect(status).toBe(422);
    expect(body.error.errors.join("\n")).toMatch(/toolkits\.enable\.0: there is no toolkit mial.*\n/);
    for (const path of ["tools.mail.enable.0", "auth_configs.mail", "connected_accounts.mail.0", "preload.tools.0"])
      expect(body.error.errors.some((text) => text.startsWith(`${path}: `))).toBe(true);
  });

  it("is refused with 422 for a sandbox that is larger than a project may have here", async () => {
    const workbench = { ...env().workbench };
    const settings = { workbench: { sandbox_size: "xlarge" } };
    expect((await create(settings)).status).toBe(201);
    Object.assign(env(), { workbench: { ...workbench, sandboxes: 4 } });
    const { status, body } = await create(settings).finally(() => Object.assign(env(), { workbench }));
    expect([status, body.error.errors]).toEqual([
      422,
      [expect.stringMatching(/^workbench\.sandbox_size: xlarge.*takes 6 places, and a project may have 3/)],
    ]);
  });

  it("is refused with 422 for another project's auth config, which counts as missing", async () => {
    const { status, body } = await create({ auth_configs: { mail: config } }, stranger);
    expect([status, body.error.errors]).toEqual([422, [`auth_configs.mail: there is no auth config ${config}`]]);
    expect((await create({ auth_configs: { mail: config } })).status).toBe(201);
  });

  it("gets a new version by a change, and keeps the former ones", async () => {
    const id = await createId({ toolkits: ["mail"] });
    const path = `/tool_router/session/${id}`;
    const changed = await call("PATCH", path, { toolkits: null, tags: ["readOnlyHint"] });
    expect(changed.body).toMatchObject({ config_version: 2, config: { tags: { enabled: ["readOnlyHint"] } } });
    expect(changed.body.config.toolkits).toBeUndefined();
    const { body } = await call("GET", `${path}/config_history`);
    expect(body.items.map((item) => [item.version, item.is_current])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(body.items[1]?.config.toolkits).toEqual({ enabled: ["mail"] });
  });

  it("stays unchanged for another version than the expected one (409)", async () => {
    const id = await createId();
    const path = `/tool_router/session/${id}`;
    expect((await call("PATCH", path, { tags: [], expected_config_version: 7 })).status).toBe(409);
    expect((await call("GET", path)).body.config_version).toBe(1);
    expect((await call("PATCH", path, { tags: [], expected_config_version: 1 })).status).toBe(200);
  });

  it("gets all of several simultaneous changes", async () => {
    const id = await createId();
    const path = `/tool_router/session/${id}`;
    await Promise.all([
      call("PATCH", path, { toolkits: ["mail"] }),
      call("PATCH", path, { tags: ["readOnlyHint"] }),
      call("PATCH", path, { search: { enable: false } }),
    ]);
    expect((await call("GET", path)).body).toMatchObject({
      config_version: 4,
      config: { toolkits: { enabled: ["mail"] }, tags: { enabled: ["readOnlyHint"] }, search: { enable: false } },
    });
  });

  it("is not found after its end, and by another project (404)", async () => {
    const id = await createId();
    const path = `/tool_router/session/${id}`;
    for (const method of ["GET", "DELETE"]) expect((await call(method, path, undefined, stranger)).status).toBe(404);
    expect((await call("PATCH", path, { tags: [] }, stranger)).status).toBe(404);
    expect((await call("DELETE", path)).body).toEqual({ session_id: id, deleted: true });
    for (const method of ["GET", "DELETE"]) expect((await call(method, path)).status).toBe(404);
    expect((await call("POST", `${path}/execute`, { tool_slug: "MAIL_READ" })).status).toBe(404);
  });

  it("is listed with its user, for its own project alone", async () => {
    const { body } = await create({ user_id: "lister" });
    const list = await call("GET", "/internal/patchbay/sessions?user_id=lister");
    expect(list.body.items).toMatchObject([{ session_id: body.session_id, user_id: "lister", implicit: false }]);
    expect((await call("GET", "/internal/patchbay/sessions?user_id=lister", undefined, stranger)).body.items).toEqual(
      [],
    );
  });
});

describe("the use of a session", () => {
  it("returns 403 with the rule for a tool outside of its rules", async () => {
    const id = await createId({ tools: { mail: ["MAIL_READ"] } });
    const { status, body } = await call("POST", `/tool_router/session/${id}/execute`, {
      tool_slug: "MAIL_SEND",
    });
    expect([status, body.error.message]).toEqual([403, expect.stringContaining("tools.mail.enable")]);
  });

  it("follows a changed rule from the next call on", async () => {
    const id = await createId();
    const execute = () => call("POST", `/tool_router/session/${id}/execute`, { tool_slug: "MAIL_SEND" });
    expect((await execute()).status).not.toBe(403);
    await call("PATCH", `/tool_router/session/${id}`, { toolkits: { enable: [] } });
    expect((await execute()).status).toBe(403);
  });

  it("lists its meta tools first, then preloaded tools, a page at a time", async () => {
    const id = await createId({ toolkits: ["mail"], preload: { tools: "all" } });
    const all = (await call("GET", `/tool_router/session/${id}/tools`)).body;
    const slugs = all.items.map(({ slug }) => slug);
    expect(slugs.slice(-2).sort()).toEqual(["MAIL_READ", "MAIL_SEND"]);
    const first = (await call("GET", `/tool_router/session/${id}/tools?limit=3`)).body;
    const next = await call(
      "GET",
      `/tool_router/session/${id}/tools?limit=1000&cursor=${encodeURIComponent(first.next_cursor)}`,
    );
    expect([...first.items, ...next.body.items].map(({ slug }) => slug)).toEqual(slugs);
  });

  it("preloads all tools with a hint, of any toolkit", async () => {
    const id = await createId({ tags: ["destructiveHint"], preload: { tools: "all" } });
    const { items } = (await call("GET", `/tool_router/session/${id}/tools`)).body;
    const slugs = items.map(({ slug }) => slug);
    expect(slugs).toContain("MAIL_SEND");
    expect(slugs).not.toContain("MAIL_READ");
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it("lists toolkits with the user's connection of each", async () => {
    const id = await createId({ toolkits: ["mail"] });
    const before = (await call("GET", `/tool_router/session/${id}/toolkits`)).body;
    expect(before.items).toMatchObject([{ slug: "mail", enabled: true, is_no_auth: false, connected_account: null }]);
    const account = await call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: "a-key-0123456789" } } },
    });
    const after = (await call("GET", `/tool_router/session/${id}/toolkits?is_connected=true`)).body;
    expect(after.items[0]?.connected_account).toMatchObject({
      id: account.body.id,
      user_id: "ada",
      status: "ACTIVE",
      auth_config: { id: config, auth_scheme: "API_KEY", is_composio_managed: false },
    });
  });

  it("returns a link for its user (201), and 403 for a toolkit outside of its rules", async () => {
    const id = await createId();
    const link = await call("POST", `/tool_router/session/${id}/link`, { toolkit: "mail" });
    expect([link.status, Object.keys(link.body).sort()]).toEqual([
      201,
      ["connected_account_id", "expires_at", "link_token", "redirect_url"],
    ]);
    const closed = await createId({ toolkits: { disable: ["mail"] } });
    expect((await call("POST", `/tool_router/session/${closed}/link`, { toolkit: "mail" })).status).toBe(403);
  });
});

describe("saved rules", () => {
  const save = (name: string, rules: object = { toolkits: ["mail"] }) =>
    call("POST", "/internal/patchbay/session_configs", { name, config: rules });

  it("are taken over by sessions, which show their source, and are refused beside other rules (400)", async () => {
    const { status, body } = await save("Mail only");
    expect(status).toBe(201);
    const experimental = { session_config_id: body.id };
    const session = (await create({ experimental })).body;
    expect(session.config.toolkits).toEqual({ enabled: ["mail"] });
    expect(session.experimental.source_session_config).toEqual({ id: body.id });
    expect((await create({ experimental, tags: ["readOnlyHint"] })).status).toBe(400);
    expect((await create({ experimental }, stranger)).status).toBe(404);
  });

  it("return 409 for a used name; archived ones are listed apart and no longer taken over", async () => {
    const { body } = await save("Twice");
    expect((await save("Twice")).status).toBe(409);
    await call("PATCH", `/internal/patchbay/session_configs/${body.id}`, { archived: true });
    const names = async (query: string) =>
      (await call("GET", `/session_configs${query}`)).body.items.map(({ name }) => name);
    expect([await names("?search=twice"), await names("?search=twice&archived=true")]).toEqual([[], ["Twice"]]);
    expect((await create({ experimental: { session_config_id: body.id } })).status).toBe(400);
  });

  it("return 422 for an unknown tool", async () => {
    expect((await save("Wrong", { tools: { mail: ["MAIL_NOTHING"] } })).status).toBe(422);
  });
});
