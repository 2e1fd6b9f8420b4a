/** From the event at a provider nobody here wrote to the row that receivers are served from: hooks at GitHub, polls of Gmail. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { startQueue } from "@/lib/kernel/jobs/queue";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { freePort, eventsOf } from "@/test/triggers";
import { ADA, type Api, LOGIN, REPO, startApi } from "@/test/written-requests";
import { POLL, pollIn } from "./polling/schedule";
import { pollTrigger } from "./polling/poll";
import { REMOVE_HOOK } from "./provider/hooks";
import { runHookRemoval } from "./provider/remove-job";

const within = { timeout: 30_000, interval: 50 };
let api: Api;

beforeAll(async () => {
  const port = await freePort();
  process.env.PATCHBAY_PUBLIC_URL = `http://127.0.0.1:${port}`;
  api = await startApi(["github", "gmail", "googlecalendar"], port);
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
  const made = await api.call("POST", `/api/v3/trigger_instances/${slug}/upsert`, body);
  expect([made.status, made.body]).toEqual([
    200,
    expect.objectContaining({ trigger_id: expect.stringMatching(/^ti_/) as string }),
  ]);
  return made.body.trigger_id as string;
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
  it("an issue that is opened arrives signed, once; the hook goes with the trigger", async () => {
    const account = await api.connect("github", "ada");
    const config = { owner: LOGIN, repo: REPO };
    const id = await upsert("GITHUB_ISSUE_ADDED_EVENT", { connected_account_id: account, trigger_config: config });
    expect(await upsert("GITHUB_ISSUE_ADDED_EVENT", { connectedAuthId: account, triggerConfig: config })).toBe(id);
    expect(await (await github("/hooks")).json()).toEqual([
      expect.objectContaining({ events: ["issues"], id: Number((await stateOf(id)).hook_id) }),
    ]);
    await github("/issues", "POST", { title: "The roof leaks", body: "Since Monday." });
    await vi.waitFor(async () => expect(await eventsOf(api.projectId, id)).toHaveLength(1), within);
    expect(await eventsOf(api.projectId, id)).toMatchObject([
      { type: "composio.trigger.message", data: { action: "opened", title: "The roof leaks", createdBy: LOGIN } },
    ]);
    expect(await stateOf(id)).toMatchObject({ events_count: 1, last_error: null, overdue: false });
    expect((await api.call("DELETE", `/api/v3/trigger_instances/manage/${id}`)).status).toBe(200);
    await vi.waitFor(async () => expect(await (await github("/hooks")).json()).toEqual([]), within);
  });

  it("400: a repository that there is not is said in GitHub's words, and nothing stays", async () => {
    const account = await api.connect("github", "eva");
    const made = await api.call("POST", "/api/v3/trigger_instances/GITHUB_STAR_ADDED_EVENT/upsert", {
      connected_account_id: account,
      trigger_config: { owner: LOGIN, repo: "no-such-repo" },
    });
    expect([made.status, JSON.stringify(made.body)]).toEqual([400, expect.stringContaining("Not Found")]);
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

  it("a message arrives by polling, once; what was there before does not", async () => {
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
