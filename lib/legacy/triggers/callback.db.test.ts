/** The callback address of programs from before version 3, and the form of what it gets. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApi, type Api } from "@/test/servers/api";

let api: Api;

beforeAll(async () => void (api = await startApi(["github"])));
afterAll(() => api.stop());

const get = async <Body>(path: string): Promise<Body> => (await api.call("GET", path)).body as Body;

it("keeps one callback address for the project, and sends the form that isNewWebhook names", async () => {
  const post = (path: string, body: object) => api.call("POST", `/api/v1/triggers/${path}`, body);
  const readClient = async () => (await get<{ client: object }>("/api/v1/client/auth/client_info")).client;
  const readVersions = async () =>
    (await get<{ items: { version: string }[] }>("/api/v3/webhook_subscriptions")).items.map((item) => item.version);
  expect((await post("update_webhook_format", { isNewWebhook: false })).status).toBe(400);
  const callbackURL = "https://example.com/webhook";
  await post("set_callback_url", { callbackURL });
  await post("setCallbackURL", { callbackURL: `${callbackURL}/two` });
  expect(await get("/api/v1/triggers/callback_url")).toEqual({
    status: "success",
    callbackURL: `${callbackURL}/two`,
  });
  const client = { id: api.projectId, triggersEnabled: true, webhookURL: `${callbackURL}/two` };
  expect([await readClient(), await readVersions()]).toEqual([
    expect.objectContaining({ ...client, isNewWebhook: true }),
    ["V2"],
  ]);
  expect((await post("update_webhook_format", { isNewWebhook: false })).body).toEqual({ status: "success" });
  expect([await readClient(), await readVersions()]).toEqual([
    expect.objectContaining({ ...client, isNewWebhook: false }),
    ["V1"],
  ]);
});
