/** The earlier operations of webhooks, tools' versions and their scopes, as programs of their time call them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApi, type Api } from "@/test/servers/api";

let api: Api;

beforeAll(async () => void (api = await startApi(["github"])));
afterAll(() => api.stop());

const WEBHOOK = "/api/v3/org/project/webhook";
const URL_OF = { trigger: "https://example.com/triggers", event: "https://example.com/events" };
const read = (type: string) => api.call("GET", `${WEBHOOK}?type=${type}`);

it("keeps a webhook for messages of triggers and one for other events, each with its own secret", async () => {
  expect((await read("trigger")).body).toEqual({
    status: "not found",
    url: { type: "trigger", webhook_url: null },
    webhook_secret: "",
  });
  expect((await api.call("POST", `${WEBHOOK}/refresh`)).status).toBe(404);
  for (const [type, webhook_url] of Object.entries(URL_OF))
    expect((await api.call("POST", `${WEBHOOK}/update`, { type, webhook_url })).body).toMatchObject({ success: true });
  const [trigger, event] = await Promise.all([read("trigger"), read("event")]);
  expect(trigger.body).toMatchObject({ status: "success", url: { type: "trigger", webhook_url: URL_OF.trigger } });
  expect(event.body).toMatchObject({ status: "success", url: { type: "event", event_webhook_url: URL_OF.event } });
  const { items } = (await api.call("GET", "/api/v3/webhook_subscriptions")).body as { items: object[] };
  expect(items).toEqual([
    expect.objectContaining({ version: "V2", enabled_events: ["composio.trigger.message"] }),
    expect.objectContaining({ version: "V3" }),
  ]);
});

it("makes one webhook of a kind, however many set it for the first time at once", async () => {
  const { body } = await api.call("GET", "/api/v3/webhook_subscriptions");
  for (const { id } of body.items as { id: string }[]) await api.call("DELETE", `/api/v3/webhook_subscriptions/${id}`);
  const urls = Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`);
  const set = (webhook_url: string) => api.call("POST", `${WEBHOOK}/update`, { type: "trigger", webhook_url });
  expect((await Promise.all(urls.map(set))).map(({ status }) => status)).toEqual(urls.map(() => 200));
  const { items } = (await api.call("GET", "/api/v3/webhook_subscriptions")).body as { items: object[] };
  expect(items).toHaveLength(1);
  for (const [type, webhook_url] of Object.entries(URL_OF))
    await api.call("POST", `${WEBHOOK}/update`, { type, webhook_url });
});

it("changes the address in place, replaces the secret, and removes the one that is named", async () => {
  const before = (await read("trigger")).body.webhook_secret;
  await api.call("POST", `${WEBHOOK}/update`, { type: "trigger", webhook_url: `${URL_OF.trigger}/two` });
  expect((await read("trigger")).body).toMatchObject({
    url: { webhook_url: `${URL_OF.trigger}/two` },
    webhook_secret: before,
  });
  const { webhook_secret: after } = (await api.call("POST", `${WEBHOOK}/refresh`)).body;
  expect(after).toMatch(/^whsec_/);
  expect(after).not.toBe(before);
  expect((await read("trigger")).body.webhook_secret).toBe(after);
  expect((await api.call("DELETE", WEBHOOK, { type: "event" })).body).toEqual({ status: "success" });
  expect([(await read("trigger")).body.status, (await read("event")).body.status]).toEqual(["success", "not found"]);
  expect((await api.call("DELETE", WEBHOOK, { type: "event" })).status).toBe(200);
});

it("names the latest version of a tool, whatever version the project has", async () => {
  const { body } = await api.call("GET", "/api/v3/tools/GITHUB_GET_A_REPOSITORY");
  const answer = await api.call("GET", "/api/v3/tools/github_get_a_repository/get_latest_version");
  expect(answer.body).toEqual({ tool_slug: "GITHUB_GET_A_REPOSITORY", version: body.version });
  expect((await api.call("GET", "/api/v3/tools/GITHUB_NOTHING/get_latest_version")).status).toBe(404);
});

it("names the scopes of tools by the earlier path, asked with a query or with a body", async () => {
  const tools = ["GITHUB_GET_A_REPOSITORY", "GITHUB_CREATE_AN_ISSUE"];
  const path = "/api/v3/tools/get_scopes_required";
  const { body: today } = await api.call("POST", "/api/v3/tools/scopes/required", { tools });
  expect((await api.call("POST", path, { tools })).body).toEqual(today);
  const query = `tools=${tools.join(",")}&toolkit_versions[github]=latest`;
  expect((await api.call("GET", `${path}?${query}`)).body).toEqual(today);
  expect((await api.call("GET", path)).status).toBe(400);
});
