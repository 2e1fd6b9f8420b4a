/** Which pages can show the connect page in a frame, and what they learn from it. */
import { beforeAll, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { type Body, type Client, newClient, submit, visit, type Visit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const APP = "https://app.example";
let client: Client;
let config: string;

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
  });
  config = body.auth_config.id;
  await updateProjectConfig(client.projectId, { frameOrigins: [APP, "https://other.example"] });
});

const link = async (more: object): Promise<Body> =>
  (await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "ada", ...more })).body;
const framing = ({ headers }: Visit) => [
  /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1],
  headers.get("x-frame-options"),
];
const CLOSED = ["'none'", "DENY"];

it("only the origin that gets the link's result may frame it, and only on request", async () => {
  const { redirect_url: url } = await link({ opener_origin: APP });
  expect(framing(await visit(`${url}?frame=1`))).toEqual([APP, null]);
  for (const query of ["", "?popup=1", "?frame=0", "?frame=https://evil.example"])
    expect([query, framing(await visit(url + query))]).toEqual([query, CLOSED]);
});

it("an origin that the project does not list may not, nor any page for a link without an app", async () => {
  for (const more of [
    { opener_origin: "https://evil.example" },
    { opener_origin: "http://app.example" },
    { opener_origin: "https://app.example:8443" },
    { callback_url: "https://app.example.evil.example/done" },
    {},
  ]) {
    const { redirect_url: url } = await link(more);
    const page = await visit(`${url}?frame=1`);
    expect([more, framing(page)]).toEqual([more, CLOSED]);
    expect(page.html).not.toContain("<script");
  }
  const unknown = await visit("http://localhost:3000/connect/ln_unknown?frame=1");
  expect([unknown.status, framing(unknown)]).toEqual([404, CLOSED]);
});

it("may no longer once the project takes it off the list", async () => {
  const { redirect_url: url } = await link({ opener_origin: "https://other.example" });
  expect(framing(await visit(`${url}?frame=1`))).toEqual(["https://other.example", null]);
  await updateProjectConfig(client.projectId, { frameOrigins: [APP] });
  expect(framing(await visit(`${url}?frame=1`))).toEqual(CLOSED);
});

it("learns the end without a token, in the frame; the app's address does not open in it", async () => {
  const {
    redirect_url: url,
    link_token: token,
    connected_account_id: id,
  } = await link({ callback_url: `${APP}/done` });
  const wrong = await submit(`${url}?frame=1`, { action: "connect", subdomain: "x" });
  expect([wrong.status, framing(wrong)]).toEqual([200, [APP, null]]);
  expect(wrong.html).toContain("API key is required.");
  const end = await submit(`${url}?frame=1`, { action: "connect", subdomain: "x", api_key: "planted-key" });
  expect([end.status, end.location, framing(end)]).toEqual([200, null, [APP, null]]);
  expect(end.html).toContain(`data-origin="${APP}"`);
  const message = (/data-message="([^"]*)"/.exec(end.html)?.[1] ?? "").replaceAll("&quot;", '"');
  expect(JSON.parse(message)).toEqual({ type: "patchbay.connection", status: "success", connected_account_id: id });
  for (const secret of [String(token), "planted-key"]) expect(end.html).not.toContain(secret);
  const stranger = await visit(`${url}?frame=1&answer=1`, { browser: new Map() });
  expect([stranger.status, framing(stranger)]).toEqual([410, [APP, null]]);
});

it("400: a list of anything but origins; 403: a key that may not change the project adds none", async () => {
  const patch = (connect_frame_origins: unknown) =>
    client.call("PATCH", "/org/project/config", { connect_frame_origins });
  for (const origins of [["*"], ["https://a.example/"], ["https://a.example; script-src *"], "https://a.example"])
    expect([origins, (await patch(origins)).status]).toEqual([origins, 400]);
  expect((await patch(Array.from({ length: 21 }, (_, index) => `https://a${index}.example`))).status).toBe(400);
  expect((await patch(["https://evil.example"])).status).toBe(403);
});
