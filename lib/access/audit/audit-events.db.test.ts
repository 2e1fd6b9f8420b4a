/** The audit trail over the API: who may read it, what its filters choose, and what it never shows. */
import { beforeAll, describe, expect, it } from "vitest";
import { GET as listEvents } from "@/app/api/v3/internal/patchbay/audit/events/route";
import { GET as getEvent } from "@/app/api/v3/internal/patchbay/audit/events/[id]/route";
import { POST as exportEvents } from "@/app/api/v3/internal/patchbay/audit/export/route";
import { POST as createKey } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { DELETE as revokeKey } from "@/app/api/v3/internal/patchbay/api_keys/[id]/route";
import { PATCH as changeRole, DELETE as removeMember } from "@/app/api/v3/internal/patchbay/members/[user_id]/route";
import { GET as getSubscription } from "@/app/api/v3/webhook_subscriptions/[id]/route";
import { GET as listSubscriptions } from "@/app/api/v3/webhook_subscriptions/route";
import { PATCH as configure } from "@/app/api/v3/org/project/config/route";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { createApiKey } from "../keys/api-keys";

type Item = { id: string; sentence: string; action: string; changes: unknown; facts: unknown; actor: { name: string } };

const CANARY = "canary-7f3a91";
let owner: Owned & { email: string };
let cookie: string;

beforeAll(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
});

/** Calls a route whose query is in its address, or whose answer is a file. */
async function ask(route: Route, { query = "", body, as = cookie }: { query?: string; body?: object; as?: string }) {
  const answer = await route(
    new Request(`http://localhost:3000${route.op.path}?${query}`, {
      method: route.op.method,
      headers: { origin: "http://localhost:3000", cookie: as, "x-forwarded-for": "203.0.113.7" },
      ...(body && { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({}) },
  );
  return { status: answer.status, text: await answer.text() };
}

async function list(query = "", as = cookie): Promise<Item[]> {
  const { status, text } = await ask(listEvents, { query, as });
  expect(status).toBe(200);
  return (JSON.parse(text) as { items: Item[] }).items;
}
const sentences = async (query = "", as = cookie) => (await list(query, as)).map(({ sentence }) => sentence);

describe("the list of audit events", () => {
  it("tells in sentences who did what, with the names of what is gone", async () => {
    const { body } = await callRoute(createKey, { cookie }, { body: { name: "ci" } });
    await callRoute(revokeKey, { cookie }, { params: { id: String(body.id) } });
    const guest = await addMember(owner, "viewer");
    await callRoute(changeRole, { cookie }, { params: { user_id: guest.userId }, body: { role: "auditor" } });
    await callRoute(removeMember, { cookie }, { params: { user_id: guest.userId } });
    expect((await sentences()).slice(0, 4)).toEqual([
      `${owner.email} removed the member “${guest.email}”`,
      `${owner.email} changed the role of “${guest.email}” from “viewer” to “auditor”`,
      `${owner.email} revoked the API key “ci”`,
      `${owner.email} created the API key “ci”`,
    ]);
  });

  it("shows changed settings before and after, of addresses the origin alone", async () => {
    const url = `https://hooks.example.com/${CANARY}/x?token=${CANARY}`;
    await callRoute(configure, { cookie }, { body: { log_retention_days: 7, oauth_callback_verifier_url: url } });
    const [event] = await list("action=project_config.update");
    expect(event?.changes).toEqual([
      { field: "log_retention_days", from: "30", to: "7" },
      { field: "oauth_callback_verifier_url", from: null, to: "https://hooks.example.com" },
    ]);
    expect(JSON.stringify(event)).not.toContain(CANARY);
  });

  it("is narrowed by who, what, object, address, outcome, project and time, all at the same time", async () => {
    const key = await createApiKey(owner.projectId, { name: "backend" });
    await callRoute(createKey, { "x-api-key": key.key }, { body: { name: "more" } });
    expect(await sentences("actor=backend")).toEqual(["The API key “backend” was not allowed to create the API key"]);
    expect(await sentences(`actor=${key.id}&outcome=done`)).toEqual([]);
    expect(await sentences("outcome=refused")).toHaveLength(1);
    expect((await list(`actor=${owner.email.toUpperCase()}`)).length).toBeGreaterThan(4);
    expect(new Set((await list("action=member")).map(({ action }) => action))).toEqual(
      new Set(["member.remove", "member.change_role"]),
    );
    const [revoked] = await list("action=api_key.revoke");
    const { target } = revoked as unknown as { target: { id: string } };
    expect((await list(`target=${target.id}`)).map(({ action }) => action)).toEqual([
      "api_key.revoke",
      "api_key.create",
    ]);
    expect(await list("address=203.0.113.99")).toEqual([]);
    expect(await list("project_id=prj_other")).toEqual([]);
    expect(await list(`from=${new Date(Date.now() + 3_600_000).toISOString()}`)).toEqual([]);
    expect((await ask(listEvents, { query: "action=%27;drop" })).status).toBe(400);
  });

  it("goes on where the page before ended, without a gap and without a repeat", async () => {
    const all = (await list()).map(({ id }) => id);
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { text } = await ask(listEvents, { query: `limit=2&cursor=${cursor}` });
      const page = JSON.parse(text) as { items: Item[]; next_cursor: string | null; total_items: number };
      ids.push(...page.items.map(({ id }) => id));
      expect(page.total_items).toBe(all.length);
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(all);
  });
});

describe("who may read the trail", () => {
  it("owners, admins and auditors; 403 to developers and viewers, 401 to keys", async () => {
    for (const [role, status] of [
      ["admin", 200],
      ["auditor", 200],
      ["developer", 403],
      ["viewer", 403],
    ] as const) {
      const member = await addMember(owner, role);
      expect([role, (await ask(listEvents, { as: member.cookie })).status]).toEqual([role, status]);
      expect([role, (await ask(exportEvents, { as: member.cookie, body: { format: "csv" } })).status]).toEqual([
        role,
        status,
      ]);
    }
    const key = await createApiKey(owner.projectId, { name: "reader" });
    expect((await callRoute(listEvents, { "x-api-key": key.key })).status).toBe(401);
  });

  it("404 and nothing to another organization, whose members are not named to this one either", async () => {
    const other = await createTestOwner();
    const theirs = await sessionCookie(other.userId);
    const [mine] = await list();
    expect(await list("", theirs)).toEqual([]);
    const answer = await callRoute(getEvent, { cookie: theirs }, { params: { id: String(mine?.id) } });
    expect(answer.status).toBe(404);
    await callRoute(changeRole, { cookie }, { params: { user_id: other.userId }, body: { role: "viewer" } });
    expect(await sentences("outcome=refused&action=member")).toEqual([
      `${owner.email} tried to change the role of “${other.userId}”, and was refused (404)`,
    ]);
    expect((await ask(exportEvents, { body: { format: "jsonl" } })).text).not.toContain(other.email);
  });

  it("does not lend a member's name to a user of an app with the same ID", async () => {
    await db.auditEvent.create({
      data: {
        at: new Date(),
        organizationId: owner.organizationId,
        projectId: owner.projectId,
        actorKind: "endUser",
        actorId: owner.userId,
        action: "connected_account.disconnect",
        operation: "test",
        outcome: "done",
        status: 200,
        requestId: "req_test",
      },
    });
    expect((await sentences())[0]).toBe(`The user “${owner.userId}” disconnected the connected account`);
  });
});

it("has one event in ten minutes for each reader who was shown the secret of a webhook endpoint", async () => {
  const receiver = {
    url: "https://8.8.8.8/in",
    enabledEvents: ["composio.webhook.disabled"],
    version: "V3",
  } as const;
  const { id } = await createSubscription(owner.projectId, { ...receiver, enabledEvents: [...receiver.enabledEvents] });
  const readAs = async (as: string) => {
    await ask(listSubscriptions, { as });
    return (await callRoute(getSubscription, { cookie: as }, { params: { id } })).body;
  };
  const viewer = await addMember(owner, "viewer");
  expect((await readAs(viewer.cookie)).secret).toContain("...");
  expect(await list(`target=${id}`)).toEqual([]);
  await readAs(cookie);
  expect((await readAs(cookie)).secret).not.toContain("...");
  expect(await sentences(`target=${id}`)).toEqual([`${owner.email} showed the secret of the webhook endpoint “${id}”`]);
});

describe("the export", () => {
  it("has the chosen events as CSV, and is an event itself", async () => {
    const { status, text } = await ask(exportEvents, { body: { format: "csv", action: "api_key.revoke" } });
    expect(status).toBe(200);
    const [heading, ...rows] = text.trimEnd().split("\r\n");
    expect(heading).toMatch(/^id,at,sentence,actor_kind,/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain("revoked the API key “ci”");
    expect((await list())[0]).toMatchObject({ sentence: `${owner.email} exported the audit trail` });
  });

  it("ends at its limit", async () => {
    const { text } = await ask(exportEvents, { body: { format: "jsonl", limit: 2 } });
    expect(text.trimEnd().split("\n")).toHaveLength(2);
  });
});
