/** Polls that a report brings forward: not too often, and not while polls fail. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { pollSoon } from "./poll-soon";
import { pollTrigger } from "./poll-trigger";

const POLLS = `
source: https://example.com/docs
triggers:
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list.
    poll: { request: { path: /items }, items: items, id: "{item.id}" }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1 }] } }
`;

let provider: Provider;
let client: TriggerClient;
let id: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, POLLS);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(`{ "items": [] }`);
  client = await newTriggerClient();
  id = await client.upsert("LOOPBACK_LISTED", await connectLoopback(client.projectId, "ada", "key-of-ada"));
});

const poll = () => pollTrigger({ projectId: client.projectId, id }, ON);
const signal = () => db.$transaction((tx) => pollSoon(tx, { projectId: client.projectId, id }));
async function secondsBetween(): Promise<number> {
  const { polledAt, pollAt } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
  return ((pollAt?.getTime() ?? 0) - (polledAt?.getTime() ?? 0)) / 1000;
}

it("begins about two seconds after the last poll, however often the provider reports", async () => {
  await poll();
  for (let reports = 0; reports < 3; reports++) await signal();
  expect(await secondsBetween()).toBeGreaterThan(1);
  expect(await secondsBetween()).toBeLessThan(50);
});

it("leaves the rest that a provider asked for, and the pauses after failures, as they are", async () => {
  const { answer } = provider;
  provider.answer = (_, response) => void response.writeHead(429, { "retry-after": "5000" }).end("{}");
  await poll();
  await signal();
  expect(await secondsBetween()).toBeGreaterThan(4000);
  provider.answer = answer;
  await poll();
  await signal();
  expect(await secondsBetween()).toBeLessThan(50);
});
