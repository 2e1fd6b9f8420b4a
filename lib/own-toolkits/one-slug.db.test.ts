/** One slug means one toolkit, one name one tool, and stored credentials stay with the addresses they are for. */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const BASE = "/internal/patchbay/own_toolkits";
let client: ApiClient;

beforeAll(async () => {
  await installConnectToolkits({});
  client = await newApiClient();
});

const document = (title: string, summary: string, host = "post.example.net") =>
  JSON.stringify({
    ...{ openapi: "3.0.3", info: { title, version: "1" }, servers: [{ url: `https://${host}` }] },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: { "/a": { get: { summary, responses: {} } } },
  });
const server = (slug: string) => ({
  slug,
  toolkit_config: { name: "Notes", mcp_url: "https://mcp.example.invalid/mcp", auth_schemes: [{ mode: "NO_AUTH" }] },
});
const publish = async (slug: string, text: string) => {
  const { body } = await client.call<{ items: { slug: string }[] }>("GET", BASE);
  const isKnown = body.items.some((item) => item.slug === slug);
  const draft = await client.call(isKnown ? "PATCH" : "POST", isKnown ? `${BASE}/${slug}` : BASE, {
    ...(isKnown ? {} : { slug }),
    document: text,
  });
  expect(draft.status).toBe(isKnown ? 200 : 201);
  return client.call<{ version: string; error?: unknown }>("POST", `${BASE}/${slug}/publish`);
};

describe("a slug", () => {
  it("409 of a draft is no server's, however it is registered", async () => {
    await client.call("POST", BASE, { slug: "custom_draft", document: document("Draft", "Read it") });
    expect((await client.call("POST", "/custom/toolkits/upsert", server("draft"))).status).toBe(409);
    const { status } = await client.call("POST", "/custom/toolkits", { user_id: "all", ...server("draft") });
    expect(status).toBe(409);
    expect((await client.call("GET", `${BASE}/custom_draft`)).body).toMatchObject({ kind: "openapi" });
  });

  it("422 of a server is no document's", async () => {
    expect((await client.call("POST", "/custom/toolkits/upsert", server("notes"))).status).toBe(200);
    const change = { document: document("Notes", "Read it", "evil.example.net") };
    expect((await client.call("PATCH", `${BASE}/custom_notes`, change)).status).toBe(422);
    expect((await client.call("POST", BASE, { slug: "custom_notes", ...change })).status).toBe(409);
    expect((await client.call("GET", `${BASE}/custom_notes`)).body).toMatchObject({ kind: "mcp", revision: 1 });
  });

  it("is registered whole by repetition where the first request stopped", async () => {
    await client.call("POST", "/custom/toolkits/upsert", server("half"));
    const slug = "custom_half";
    await db.toolkit.deleteMany({ where: { slug } });
    await db.ownToolkitVersion.deleteMany({ where: { slug } });
    await db.ownToolkit.updateMany({ where: { slug }, data: { version: null, state: "draft" } });
    expect((await client.call("POST", "/custom/toolkits/upsert", server("half"))).status).toBe(200);
    expect((await client.call("GET", `/toolkits/${slug}`)).status).toBe(200);
  });
});

it("409 a name of a tool is that of one toolkit", async () => {
  expect((await publish("custom_a", document("A", "B send"))).status).toBe(200);
  const { status, body } = await publish("custom_a_b", document("A B", "Send"));
  expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining("CUSTOM_A_B_SEND")]);
  expect(await db.tool.count({ where: { slug: "CUSTOM_A_B_SEND" } })).toBe(1);
  expect((await publish("custom_a_b", document("A B", "Weigh"))).status).toBe(200);
});

it("409 stored credentials stay with the hosts they were stored for, in new versions and earlier ones", async () => {
  const slug = "custom_post";
  const { body: first } = await publish(slug, document("Post", "Read it", "old.example.net"));
  // Nothing is stored yet, so the address can be corrected.
  const { body: second } = await publish(slug, document("Post", "Read it"));
  const { body: config } = await client.call<{ auth_config: { id: string } }>("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.auth_config.id },
    connection: { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: "key-of-the-post-01" } } },
  });
  const moved = await publish(slug, document("Post", "Read it", "evil.example.net"));
  expect([moved.status, JSON.stringify(moved.body)]).toEqual([409, expect.stringContaining("evil.example.net")]);
  expect((await client.call("POST", `${BASE}/${slug}/roll_back`, { version: first.version })).status).toBe(409);
  expect((await client.call("GET", `/toolkits/${slug}`)).body).toMatchObject({ meta: { version: second.version } });
  expect((await publish(slug, document("Post", "Write it"))).status).toBe(200);
});
