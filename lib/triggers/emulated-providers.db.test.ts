/**
 * From the event at a provider nobody here wrote to the row that receivers are served from: hooks at GitHub, polls of
 * Gmail.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { startQueue } from "@/lib/kernel/jobs/queue";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { watchEvents } from "@/lib/webhooks/events/watch-events";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { forgetSettings } from "@/test/setup/process-memory";
import { freePort, eventsOf } from "@/test/builders/triggers";
import { ADA, type Api, LOGIN, REPO, startApi } from "@/test/servers/api";
import { POLL, pollIn } from "./polling/schedule-polls";
import { pollTrigger } from "./polling/poll-trigger";
import { REMOVE_HOOK } from "./provider/hooks";
import { runHookRemoval } from "./provider/run-hook-removal";

const within = { timeout: 30_000, interval: 50 };
let api: Api;

beforeAll(async () => {
  const port = await freePort();
  process.env.PATCHBAY_PUBLIC_URL = `http://127.0.0.1:${port}`;
  forgetSettings();
  api = await startApi(["github", "gmail", "googlecalendar", "rss"], port);
  await startQueue([
    { kind: POLL, run: pollTrigger },
    { kind: REMOVE_HOOK, run: runHookRemoval },
  ]);
}, 300_000);
afterAll(async () => {
  await runStops(() => undefined);
  await (api as Api | undefined)?.stop();
});

const upsert = async (slug: string, body: object): Promise<string> => {
  const response = await api.call("POST", `/api/v3/trigger_instances/${slug}/upsert`, body);
  expect([response.status, response.body]).toEqual([
    200,
    expect.objectContaining({ trigger_id: expect.stringMatching(/^ti_/) as string }),
  ]);
  return response.body.trigger_id as string;
};
const stateOf = async (id: string): Promise<Record<string, unknown>> => {
  const { body } = await api.call("GET", `/api/v3/trigger_instances/active?trigger_ids=${id}&show_disabled=true`);
  return (body.items as { state: Record<string, unknown> }[])[0]?.state ?? {};
};
const github = (path: string, method = "GET", body?: object): Promise<Response> =>
  fetch(`${api.urls.github}/repos/${LOGIN}/${REPO}${path}`, {
    method,
    headers: { authorization: "token a-token-of-ada", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
const pollNow = (id: string): Promise<void> => db.$transaction((tx) => pollIn(tx, api.projectId, id, 0));

describe("the emulated GitHub", () => {
  it("sends an opened issue signed and once, and its hook is deleted with the trigger", async () => {
    const account = await api.connect("github", "ada");
    const config = { owner: LOGIN, repo: REPO };
    const id = await upsert("GITHUB_ISSUE_ADDED_EVENT", { connected_account_id: account, trigger_config: config });
    expect(await upsert("GITHUB_ISSUE_ADDED_EVENT", { connectedAuthId: account, triggerConfig: config })).toBe(id);
    expect(await (await github("/hooks")).json()).toEqual([
      expect.objectContaining({ events: ["issues"], id: Number((await stateOf(id)).hook_id) }),
    ]);
    const texts: string[] = [];
    const stop = watchEvents(api.projectId, { happened: ({ text }) => void texts.push(text()), gap: () => undefined });
    await github("/issues", "POST", { title: "The roof leaks", body: "Since Monday." });
    // The message that listeners on the websocket get.
    await vi.waitFor(() => expect(texts).toEqual([expect.stringContaining("The roof leaks")]), within);
    stop();
    await vi.waitFor(async () => expect(await eventsOf(api.projectId, id)).toHaveLength(1), within);
    expect(await eventsOf(api.projectId, id)).toMatchObject([
      { type: "composio.trigger.message", data: { action: "opened", title: "The roof leaks", createdBy: LOGIN } },
    ]);
    expect(await stateOf(id)).toMatchObject({ events_count: 1, last_error: null, overdue: false });
    expect((await api.call("DELETE", `/api/v3/trigger_instances/manage/${id}`)).status).toBe(200);
    await vi.waitFor(async () => expect(await (await github("/hooks")).json()).toEqual([]), within);
  });

  it("returns 400 in GitHub's words for a missing repository, and nothing stays", async () => {
    const account = await api.connect("github", "eva");
    const response = await api.call("POST", "/api/v3/trigger_instances/GITHUB_STAR_ADDED_EVENT/upsert", {
      connected_account_id: account,
      trigger_config: { owner: LOGIN, repo: "no-such-repo" },
    });
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining("Not Found")]);
    expect(await db.triggerInstance.count({ where: { accountId: account } })).toBe(0);
    expect(await db.webhookEndpoint.count({ where: { projectId: api.projectId } })).toBe(0);
  });
});

describe("the emulated Gmail", () => {
  const send = (subject: string): Promise<Response> =>
    fetch(`${api.urls.google}/gmail/v1/users/me/messages/import`, {
      method: "POST",
      headers: { authorization: "Bearer a-token-of-ada", "content-type": "application/json" },
      body: JSON.stringify({
        labelIds: ["INBOX", "UNREAD"],
        raw: Buffer.from(`From: grace@example.com\r\nTo: ${ADA}\r\nSubject: ${subject}\r\n\r\nHello Ada.`).toString(
          "base64url",
        ),
      }),
    });

  it("reports a new message once by polling, and no earlier one", async () => {
    const account = await api.connect("gmail", "ada");
    const id = await upsert("GMAIL_NEW_GMAIL_MESSAGE", {
      connected_account_id: account,
      trigger_config: { interval: 60 },
    });
    await vi.waitFor(async () => expect((await stateOf(id)).last_synced_at).not.toBeNull(), within);
    expect(await eventsOf(api.projectId, id)).toEqual([]);
    expect((await send("About the engine")).status).toBeLessThan(300);
    await pollNow(id);
    await vi.waitFor(async () => expect(await eventsOf(api.projectId, id)).toHaveLength(1), within);
    await send("About the mill");
    await pollNow(id);
    await vi.waitFor(async () => expect(await eventsOf(api.projectId, id)).toHaveLength(2), within);
    expect((await eventsOf(api.projectId, id)).map(({ data }) => [data.subject, data.sender])).toEqual([
      ["About the engine", "grace@example.com"],
      ["About the mill", "grace@example.com"],
    ]);
    expect(await stateOf(id)).toMatchObject({
      events_count: 2,
      last_error: null,
      next_sync_at: expect.any(String) as string,
    });
  });
});

describe("a feed on a separate server", () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.close());

  it("returns each new entry once, and is not read again while it has not changed", async () => {
    let ids = ["a"];
    provider.answer = (request, response) => {
      const etag = `"${ids.length}"`;
      if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
      const items = ids.map((id) => `<item><guid>${id}</guid><title>About ${id}</title></item>`).join("");
      response.writeHead(200, { etag, "content-type": "application/rss+xml" });
      response.end(`<rss version="2.0"><channel>${items}</channel></rss>`);
    };
    const config = await api.call("POST", "/api/v3/auth_configs", {
      toolkit: { slug: "rss" },
      auth_config: { type: "use_custom_auth", authScheme: "NO_AUTH", credentials: {} },
    });
    const account = await api.call("POST", "/api/v3/connected_accounts", {
      auth_config: { id: (config.body.auth_config as { id: string }).id },
      connection: { user_id: "ada", state: { authScheme: "NO_AUTH", val: {} } },
    });
    expect([config.status, account.status]).toEqual([201, 201]);
    const id = await upsert("RSS_NEW_ITEM_TRIGGER", {
      connected_account_id: account.body.id,
      trigger_config: { feed_url: `${provider.baseUrl}/feed.xml`, interval: 60 },
    });
    await vi.waitFor(async () => expect((await stateOf(id)).last_synced_at).not.toBeNull(), within);
    ids = ["c", "b", "a"];
    await pollNow(id);
    await vi.waitFor(async () => expect(await eventsOf(api.projectId, id)).toHaveLength(2), within);
    await pollNow(id);
    await vi.waitFor(() => expect(provider.seen).toHaveLength(3), within);
    expect(provider.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"', '"3"']);
    expect((await eventsOf(api.projectId, id)).map(({ data }) => data.title)).toEqual(["About b", "About c"]);
  });
});
