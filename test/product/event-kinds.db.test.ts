/**
 * Each kind of event that receivers can ask for happens and arrives: by what makes it, not by a call that records it.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setAuthConfigEnabled } from "@/lib/auth-configs/auth-configs";
import { deleteAuthConfig } from "@/lib/auth-configs/delete-auth-config";
import { moveAccount } from "@/lib/connected-accounts/accounts/move-account";
import { countLimit } from "@/lib/execution/count-limit";
import { db } from "@/lib/kernel/database/db";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { tendCalls } from "@/lib/sessions/approvals/parked-call-lifecycle";
import { createSession } from "@/lib/sessions/sessions";
import { disableFor } from "@/lib/triggers/instances/switch-trigger";
import { pollTrigger } from "@/lib/triggers/polling/poll-trigger";
import { disableSubscription } from "@/lib/webhooks/delivery/disable-subscription";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";
import { EVENT_TYPES, type EventType } from "@/lib/webhooks/event-types";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { connectLoopback, type Provider, startProvider } from "../servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "../builders/loopback-triggers";
import { ON } from "../builders/origin";
import { parkTestCall } from "../builders/parked-call";

const POLL = `
source: https://example.com/docs
triggers:
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list.
    poll: { request: { path: /items }, items: items, id: "{item.id}", time: at }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1, at: 1764590400 }] } }
`;

type EventMessage = { type: EventType; data: Record<string, unknown> };
let provider: Provider;
let client: TriggerClient;
let account: string;
let trigger: string;
let receiver: Server;
const messages: EventMessage[] = [];

beforeAll(async () => {
  provider = await startProvider();
  let polls = 0;
  provider.answer = (_, response) => {
    const items = [{ id: 1, at: 1_764_590_401 }];
    if (polls++ > 0) items.unshift({ id: 7, at: 1_764_590_407 });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ items }));
  };
  await installLoopbackTriggers(provider.baseUrl, POLL);
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      messages.push(JSON.parse(Buffer.concat(chunks).toString()) as EventMessage);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  client = await newTriggerClient();
  const { projectId } = client;
  const { body } = await client.call("GET", "/webhook_subscriptions/event_types");
  const eventTypes = (body.items as { event_type: string }[] | undefined)?.map((item) => item.event_type);
  await createSubscription(projectId, { url, enabledEvents: eventTypes ?? Object.keys(EVENT_TYPES), version: "V3" });
  startDelivering(() => Promise.resolve({ organizationId: "org_1", storesPayloads: true }));
  account = await connectLoopback(projectId, "ada", "key-of-ada");
  trigger = await client.upsert("LOOPBACK_LISTED", account);
});
afterAll(async () => {
  await runStops(() => undefined);
  receiver.closeAllConnections();
  receiver.close();
  await provider.close();
});

const move = (to: "EXPIRED" | "REVOKED") =>
  db.$transaction((tx) => moveAccount(tx, client.projectId, account, { to, reason: "For the test.", by: "system" }));
const configOf = async (id: string) => (await db.connectedAccount.findUniqueOrThrow({ where: { id } })).authConfigId;

/** In this order, because the last causes end what the first causes need. */
const CAUSES: Record<EventType, { cause: () => Promise<unknown>; says: () => object }> = {
  "composio.connected_account.created": {
    cause: () => Promise.resolve(),
    says: () => ({ id: account, user_id: "ada", status: "ACTIVE" }),
  },
  "composio.trigger.message": {
    cause: async () => {
      for (const _ of [1, 2]) await pollTrigger({ projectId: client.projectId, id: trigger }, ON);
    },
    says: () => ({ id: 7 }),
  },
  "composio.trigger.disabled": {
    cause: async () => {
      const row = await db.triggerInstance.findUniqueOrThrow({ where: { id: trigger } });
      await db.$transaction((tx) => disableFor(tx, row, "polling_failure", "It fails."));
    },
    says: () => ({ id: trigger, disabled_reason: "polling_failure" }),
  },
  "composio.approval.requested": {
    cause: async () => {
      const { projectId } = client;
      const { id } = await createSession(projectId, "ada", { toolkits: ["loopback"] });
      await parkTestCall(projectId, id, { slug: "LOOPBACK_SEND", toolkitSlug: "loopback" }, { text: "a secret word" });
    },
    says: () => ({
      user_id: "ada",
      tool_slug: "LOOPBACK_SEND",
      approval_url: expect.stringContaining("/approvals/apr_"),
    }),
  },
  "composio.approval.ended": {
    cause: async () => {
      const { id } = await db.parkedCall.findFirstOrThrow({ where: { projectId: client.projectId } });
      await db.parkedCall.update({ where: { id }, data: { expiresAt: new Date(0) } });
      await tendCalls();
    },
    says: () => ({
      ...{ user_id: "ada", tool_slug: "LOOPBACK_SEND", state: "expired", decision: null, log_id: null },
      result_url: expect.stringMatching(/\/approvals\/apr_[^/]+\/result$/),
    }),
  },
  "composio.connected_account.expired": { cause: () => move("EXPIRED"), says: () => ({ status: "EXPIRED" }) },
  "composio.connected_account.revoked": { cause: () => move("REVOKED"), says: () => ({ status: "REVOKED" }) },
  "composio.auth_config.changed": {
    cause: async () => {
      const other = await configOf(await connectLoopback(client.projectId, "bob", "key-of-bob"));
      await setAuthConfigEnabled(client.projectId, other, false);
      await deleteAuthConfig(client.projectId, other, (tx) =>
        tx.connectedAccount.deleteMany({ where: { authConfigId: other } }),
      );
    },
    says: () => ({ change: "disabled", status: "DISABLED", toolkit: { slug: "loopback" } }),
  },
  "composio.budget.warning": {
    cause: () =>
      countLimit(
        { projectId: client.projectId, requestId: "req_1" },
        { id: "pol_1", name: "One a day", unit: "calls", amount: 1, seconds: 86_400, by: "user", of: "ada" },
        () => undefined,
      ),
    says: () => ({ policy: { id: "pol_1", name: "One a day" }, counted_for: "ada", calls_per_day: 1, calls_used: 1 }),
  },
  "composio.webhook.disabled": {
    cause: async () => {
      const more = { url: "http://127.0.0.1:1/", enabledEvents: [], version: "V3" as const };
      const { id } = await createSubscription(client.projectId, {
        ...more,
        enabledEvents: ["composio.webhook.disabled"],
      });
      await disableSubscription(client.projectId, id, "failed_for_days");
    },
    says: () => ({ disabled_reason: "failed_for_days" }),
  },
};

describe("every kind of event in the list", () => {
  it.each(Object.keys(CAUSES) as EventType[])("%s is delivered when it happens", async (type) => {
    await CAUSES[type].cause();
    await vi.waitFor(() => expect(messages.map((message) => message.type)).toContain(type), {
      timeout: 30_000,
      interval: 20,
    });
    expect(messages.find((message) => message.type === type)?.data).toMatchObject(CAUSES[type].says());
    expect(JSON.stringify(messages)).not.toMatch(/key-of-|a secret word/);
  });

  it("a deleted auth config is told of too, and one that was off already is not told of again", async () => {
    const changes = () =>
      messages.flatMap(({ type, data }) => (type === "composio.auth_config.changed" ? [data.change] : []));
    await vi.waitFor(() => expect(changes()).toEqual(["disabled", "deleted"]), { timeout: 30_000, interval: 20 });
    const config = await configOf(account);
    for (const enabled of [true, false, false]) await setAuthConfigEnabled(client.projectId, config, enabled);
    await vi.waitFor(() => expect(changes()).toEqual(["disabled", "deleted", "disabled"]), {
      timeout: 30_000,
      interval: 20,
    });
  });
});
