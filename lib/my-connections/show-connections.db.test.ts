/** A user's own page of connections, by the real routes: what it shows, what it ends, and what it connects again. */
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { recordExecution } from "@/lib/logs/record-execution";
import { list, visitConnection, press, signedIn } from "@/test/clients/my-connections";
import { queryRows } from "@/test/setup/query-rows";
import {
  answerWith,
  client,
  consented,
  imported,
  newConfig,
  provider,
  readAccount,
  strictConfig,
  TOKENS,
} from "@/test/builders/revocation";

const KEY = { subdomain: "acme", api_key: "planted-api-key-0123456789" };
let keyed: Promise<string> | undefined;
const withKey = async (userId: string) => imported(await (keyed ??= newConfig("keyed", "API_KEY", {})), userId, KEY);

const share = async (userId: string, acl: object): Promise<string> => {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: await (keyed ??= newConfig("keyed", "API_KEY", {})) },
    connection: {
      user_id: userId,
      state: { val: KEY },
      alias: `mailbox of ${userId}`,
      experimental: { account_type: "SHARED", acl_config_for_shared: acl },
    },
  });
  return body.id;
};

const call = (accountId: string, more: object = {}) =>
  recordExecution({
    id: newId("log"),
    projectId: client.projectId,
    startedAt: new Date(),
    durationMs: 10,
    toolSlug: "KEYED_READ",
    toolkitSlug: "keyed",
    kind: "tool",
    version: "20260101_00",
    successful: true,
    userId: "ada",
    accountId,
    secrets: [],
    timings: {},
    source: {},
    storePayloads: true,
    request: { arguments: { secret: "planted-argument" } },
    response: { status: 200 },
    ...more,
  });

const events = (accountId: string) =>
  queryRows<{ status: string; by: string }>(
    "test.events",
    "SELECT status, by, reason FROM connected_account_event WHERE account_id = $1 ORDER BY id",
    [accountId],
  );
const audits = (target: string) =>
  queryRows<{ action: string }>(
    "test.audits",
    "SELECT actor_kind, actor_id, action, project_id, outcome FROM audit_event WHERE target = $1 AND action LIKE '%connect' ORDER BY id",
    [target],
  );

describe("the list", () => {
  it("shows the user's connections with permissions and calls, and nothing of others", async () => {
    const mine = await consented(await strictConfig(), "lea");
    const other = await withKey("somebody else");
    call(mine, { userId: "lea" });
    call(mine, { userId: "lea", toolSlug: "STRICT_SEND", successful: false });
    call(mine, { userId: "lea", kind: "proxy", toolSlug: "proxy" });
    call(other, { toolSlug: "OTHERS_SECRET_TOOL" });
    const { html, status } = await list(await signedIn(client, "lea"));
    expect(status).toBe(200);
    for (const words of [/Your connections/, /Connected/, /never used/, /What .* can do/, /Recent calls \(3\)/])
      expect(html).toMatch(words);
    for (const words of [
      "KEYED_READ",
      "STRICT_SEND",
      "failed",
      "A request to",
      `/my/connections/${mine}`,
      "<b>lea</b>",
    ])
      expect(html).toContain(words);
    for (const words of [other, "OTHERS_SECRET_TOOL", "planted-argument", "planted-api-key", "<script"])
      expect(html).not.toContain(words);
  });

  it("omits attempts that never worked", async () => {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await strictConfig() },
      connection: { user_id: "hopeful" },
    });
    const browser = await signedIn(client, "hopeful");
    expect((await list(browser)).html).toContain("No connected accounts yet");
    expect((await visitConnection(browser, body.id)).status).toBe(404);
  });

  it("shows others' shared accounts as theirs, without mail address, calls and a way to end them", async () => {
    const shared = await share("owner", { allowed_user_ids: ["guest"] });
    const notMine = await share("owner", { allow_all_users: true, not_allowed_user_ids: ["guest"] });
    call(shared, { userId: "owner", toolSlug: "CALL_OF_THE_OWNER" });
    call(shared, { userId: "guest", toolSlug: "CALL_OF_THE_GUEST" });
    const guest = await signedIn(client, "guest");
    const { html } = await list(guest);
    for (const words of ["Shared with you", "mailbox of owner", "CALL_OF_THE_GUEST"]) expect(html).toContain(words);
    for (const words of [shared, notMine, "CALL_OF_THE_OWNER", ">Disconnect<"]) expect(html).not.toContain(words);
    for (const answer of [await visitConnection(guest, shared), await press(guest, shared, "disconnect")]) {
      expect(answer.status).toBe(403);
      expect(answer.html).toContain("Only they can disconnect it");
    }
    expect((await press(guest, notMine, "disconnect")).status).toBe(404);
    expect((await readAccount(shared)).status).toBe("ACTIVE");
    const ofOwner = (await list(await signedIn(client, "owner"))).html;
    for (const words of ["Shared by you", "CALL_OF_THE_OWNER", "CALL_OF_THE_GUEST"]) expect(ofOwner).toContain(words);
  });

  it("omits accounts that others shared and ended, also while they connect them again", async () => {
    const shared = await share("ender", { allowed_user_ids: ["guest-of-ender"] });
    const guest = await signedIn(client, "guest-of-ender");
    expect((await list(guest)).html).toContain("mailbox of ender");
    const ender = await signedIn(client, "ender");
    for (const action of ["disconnect", "reconnect"]) {
      await press(ender, shared, action);
      expect([action, (await list(guest)).html.includes("mailbox of ender")]).toEqual([action, false]);
      expect((await visitConnection(guest, shared)).status).toBe(404);
    }
    expect((await readAccount(shared)).status).toBe("INITIATED");
  });

  it("has pages of fifty, with each connection once", async () => {
    for (let n = 0; n < 52; n++) await withKey("many");
    const browser = await signedIn(client, "many");
    const [first, second] = [await list(browser), await list(browser, "?page=2&lang=de")];
    const idsOf = (html: string) => [...html.matchAll(/href="\/my\/connections\/(ca_\w+)/g)].map(([, id]) => id);
    expect([idsOf(first.html).length, idsOf(second.html).length]).toEqual([50, 2]);
    expect(new Set([...idsOf(first.html), ...idsOf(second.html)]).size).toBe(52);
    expect(first.html).toContain("Page 1 of 2");
    expect(second.html).toContain('href="/my/connections?page=1&amp;lang=de"');
    for (const page of ["0", "-1", "x", "1e9", "%00"]) expect((await list(browser, `?page=${page}`)).status).toBe(200);
  });
});

describe("disconnecting", () => {
  it("asks first, revokes the access at the provider, and is recorded for the user", async () => {
    const id = await consented(await strictConfig(), "uma");
    const browser = await signedIn(client, "uma");
    const question = await visitConnection(browser, id);
    expect(question.html).toContain("will lose access, and anything using it will stop working");
    expect((await readAccount(id)).status).toBe("ACTIVE");
    const { html, status } = await press(browser, id, "disconnect");
    expect(status).toBe(200);
    for (const words of ["Access was revoked at", "Connect again", "connect it here or in"])
      expect(html).toContain(words);
    expect(await readAccount(id)).toMatchObject({
      status: "REVOKED",
      status_reason: "Disconnected by the user. The provider revoked the refresh token and the access token.",
    });
    expect((await events(id)).at(-1)).toMatchObject({ status: "REVOKED", by: "user" });
    expect((await press(browser, id, "disconnect")).html).toContain("was already disconnected");
    expect(await audits(id)).toEqual([
      {
        actor_kind: "endUser",
        actor_id: "uma",
        action: "connected_account.disconnect",
        project_id: client.projectId,
        outcome: "done",
      },
    ]);
    const after = (await list(browser)).html;
    expect(after).toContain("Disconnected");
    expect(after).not.toContain(">Disconnect<");
    expect((await visitConnection(browser, id)).html).toContain("was already disconnected");
  });

  it("warns that a key works at the provider until it is removed there", async () => {
    const id = await withKey("kim");
    const browser = await signedIn(client, "kim");
    expect((await visitConnection(browser, id)).html).toContain("Our copy of the key will be deleted.");
    expect((await press(browser, id, "disconnect")).html).toContain("keeps working at");
  });

  it.each([
    [503, "keep asking for the next hour"],
    [401, "didn’t revoke it"],
  ])("ends the access here even if the provider answers %s, and a job informs the provider", async (answer, words) => {
    const id = await imported(await strictConfig(`${provider.baseUrl}/revoke`), "vic", TOKENS);
    answerWith(answer, { error: "invalid_client" });
    const browser = await signedIn(client, "vic");
    expect((await press(browser, id, "disconnect")).html).toContain(words);
    expect((await readAccount(id)).status).toBe("REVOKED");
    expect((await events(id)).filter(({ status }) => status === "REVOKED")[0]).toMatchObject({ by: "user" });
    const jobs = await queryRows("test.jobs", "SELECT scope, target, deletes FROM revocation_job WHERE target = $1", [
      id,
    ]);
    expect(jobs).toEqual([{ scope: "account", target: id, deletes: false }]);
    expect((await press(browser, id, "disconnect")).html).toContain("was already disconnected");
  });

  it("ends the connection once if two people press at the same time", async () => {
    const id = await consented(await strictConfig(), "twice");
    const browser = await signedIn(client, "twice");
    const answers = await Promise.all([press(browser, id, "disconnect"), press(browser, id, "disconnect")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await events(id)).filter(({ status }) => status === "REVOKED")).toHaveLength(1);
  });
});
