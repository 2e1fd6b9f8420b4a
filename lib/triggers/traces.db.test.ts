/** A poll, and the deliveries of its event, at a collector: connected, and without facts of the user. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { startTracing } from "@/lib/kernel/tracing/start-tracing";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "@/test/servers/otlp-receiver";
import { forgetSettings } from "@/test/setup/process-memory";
import { pollTrigger } from "./polling/poll-trigger";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = "0.05,0.05";
});

const SLUG = "LOOPBACK_LISTED";
const KEY = "key-of-ada-0123456789";
const WORDS = "words-of-the-provider";
const ERROR_STATUS = 2;
const TRIGGERS = `
source: https://example.com/docs
triggers:
  ${SLUG}:
    name: Listed
    description: Something new is in a list.
    poll: { request: { path: /items }, items: items, id: "{item.id}", time: at }
    payload: { id: integer, title: string }
    sample: { body: { items: [{ id: 1, title: One, at: 1764590400 }] } }
`;

let provider: Provider;
let receiver: OtlpReceiver;
let hook: Provider;
let client: TriggerClient;
let triggerId: string;
let ids: number[];
let isRefusing: boolean;
let stopTracing: () => Promise<void>;

function answerProvider(): void {
  provider.answer = (_request, response) => {
    const body = isRefusing
      ? { message: WORDS }
      : { items: ids.map((id) => ({ id, title: WORDS, at: 1_764_590_400 + id })) };
    response.writeHead(isRefusing ? 500 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
}

beforeAll(async () => {
  [provider, hook, receiver] = [await startProvider(), await startProvider(), await startOtlpReceiver()];
  await installLoopbackTriggers(provider.baseUrl, TRIGGERS);
  startDelivering(() => Promise.resolve({ organizationId: "org_1", storesPayloads: true }));
});
afterAll(async () => {
  await runStops(() => undefined);
  receiver.close();
  await Promise.all([provider.close(), hook.close()]);
});
beforeEach(async () => {
  [ids, isRefusing] = [[1], false];
  answerProvider();
  client = await newTriggerClient();
  const account = await connectLoopback(client.projectId, "ada", KEY);
  triggerId = await client.upsert(SLUG, account);
  await poll("job-of-the-start");
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
  forgetSettings();
  receiver.spans.length = 0;
  receiver.texts.length = 0;
  stopTracing = await startTracing();
});
afterEach(async () => {
  await stopTracing();
  vi.unstubAllEnvs();
  forgetSettings();
});

const poll = (jobId: string): Promise<void> => pollTrigger({ projectId: client.projectId, id: triggerId }, { jobId });
const named = (name: string): ReceivedSpan[] => receiver.spans.filter((span) => span.name === name);

it("sends a poll with its requests, and links each attempt to deliver its event to it", async () => {
  await createSubscription(client.projectId, {
    url: `${hook.baseUrl}/hook`,
    enabledEvents: ["composio.trigger.message"],
    version: "V3",
  });
  hook.answer = (_request, response) => void response.writeHead(hook.seen.length === 1 ? 500 : 200).end(WORDS);
  ids = [2, 1];
  await poll("job-17");
  // The step of an attempt ends before its row is there, and after the receiver has seen it.
  const countAttempts = () => db.webhookAttempt.count({ where: { projectId: client.projectId } });
  await vi.waitFor(async () => expect(await countAttempts()).toBe(2), { timeout: 30_000 });
  await stopTracing();
  const [pollSpan, ...others] = named(`poll ${SLUG}`);
  expect(others).toEqual([]);
  expect(pollSpan).toMatchObject({ facts: { "patchbay.trigger": SLUG, "patchbay.toolkit": "loopback" } });
  expect(pollSpan?.status?.code ?? 0).not.toBe(ERROR_STATUS);
  const [request] = named("GET 127.0.0.1");
  expect(request).toMatchObject({ traceId: pollSpan?.traceId, parentSpanId: pollSpan?.spanId });
  const attempts = named("deliver event");
  expect(attempts.map(({ facts }) => facts)).toMatchObject([
    { "patchbay.outcome": "failed", "http.response.status_code": 500, "http.request.resend_count": 0 },
    { "patchbay.outcome": "delivered", "http.response.status_code": 200, "http.request.resend_count": 1 },
  ]);
  expect(new Set(attempts.map(({ facts }) => facts["patchbay.event_id"])).size).toBe(1);
  expect(new Set([pollSpan, ...attempts].map((span) => span?.traceId)).size).toBe(3);
  for (const { links } of attempts)
    expect(links).toMatchObject([{ traceId: pollSpan?.traceId, spanId: pollSpan?.spanId }]);
  const text = receiver.texts.join("\n");
  expect([KEY, WORDS, "/hook", "/items", client.projectId].filter((word) => text.includes(word))).toEqual([]);
});

it("marks a poll that failed, without the provider's words", async () => {
  isRefusing = true;
  await poll("job-18");
  await stopTracing();
  expect(named(`poll ${SLUG}`)).toMatchObject([{ status: { code: ERROR_STATUS } }]);
  expect(receiver.texts.join("\n")).not.toContain(WORDS);
});
