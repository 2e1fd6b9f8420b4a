/** Hooks that stay, when the public URL of the server changes: made again with the new one, with secrets that fit. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { ON } from "@/test/builders/origin";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  signed,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { diagnoseTrigger } from "../checks/diagnose-trigger";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { setPublicUrl } from "@/test/servers/reporting/install-published";
import { SECRET_WAYS, toRingHooks } from "@/test/servers/reporting/ring-hooks";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";

type Hook = { id: number; url: string; secret: string };
let provider: Provider;
let client: TriggerClient;
let hooks: Hook[] = [];
let isRefusing = false;
const restores: (() => void)[] = [];

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  setPublicUrl("https://patchbay.example.com");
  provider.reset();
  [hooks, isRefusing] = [[], false];
  let count = 0;
  provider.answer = (request, response) => {
    if (isRefusing) return void response.writeHead(500).end(JSON.stringify({ message: `no to ${request.body}` }));
    const { url = "", secret = `chosen-${count + 1}` } = (
      request.body ? JSON.parse(request.body) : {}
    ) as Partial<Hook>;
    if (request.method === "POST") hooks.push({ id: ++count, url, secret });
    else hooks = hooks.filter(({ id }) => request.url !== `/hooks/${id}`);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(hooks.at(-1) ?? {}));
  };
  client = await newTriggerClient();
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  await db.triggerInstance.deleteMany();
});

async function start(secret: string, field: string): Promise<string> {
  await installLoopbackTriggers(provider.baseUrl, toRingHooks(secret, field));
  return client.upsert("LOOPBACK_RANG", await connectLoopback(client.projectId, "ada", "key-of-ada"));
}
async function move(to = "https://moved.example.com"): Promise<void> {
  setPublicUrl(to);
  await passMinute();
  restores.push(moveClock(6 * 60_000));
  await passMinute();
}
async function hookCheckOf(id: string) {
  const { checks } = await diagnoseTrigger(client.projectId, id, { asksProvider: false, on: ON });
  return checks.find((check) => check.id === "hook");
}
async function ring(hook: Hook | undefined): Promise<number> {
  const raw = JSON.stringify({ door: "front" });
  const headers = { "x-signature": signed(hook?.secret ?? "", raw), "content-type": "application/json" };
  return (await report(hook?.url ?? "", raw, headers)).status;
}

it.each(SECRET_WAYS)(
  "makes a hook again whose secret is %s, and takes the earlier one away",
  async (_, secret, field) => {
    const id = await start(secret, field);
    await move();
    expect(hooks).toMatchObject([{ id: 2, url: expect.stringMatching(/^https:\/\/moved\.example\.com\//) as string }]);
    expect(await ring(hooks[0])).toBe(200);
    expect(await eventsOf(client.projectId, id)).toHaveLength(1);
    await client.call("DELETE", `/trigger_instances/manage/${id}`);
    await runTriggerJobs();
    expect(hooks).toEqual([]);
  },
);

it.each(SECRET_WAYS)("keeps a hook whose secret is %s while the provider refuses another", async (_, secret, field) => {
  const id = await start(secret, field);
  isRefusing = true;
  await move();
  expect(await db.triggerInstance.findUniqueOrThrow({ where: { id } })).toMatchObject({
    hookId: "1",
    hookError: expect.stringContaining("did not accept the hook") as string,
  });
  const { hookError, endpointId } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
  expect(hookError).toContain("no to");
  for (const hidden of [endpointId ?? "", hooks[0]?.secret ?? ""]) expect(hookError).not.toContain(hidden);
  expect(await hookCheckOf(id)).toMatchObject({
    state: "problem",
    message: expect.stringContaining("earlier URL of this server") as string,
  });
  expect(await ring(hooks[0])).toBe(200);
  isRefusing = false;
  restores.push(moveClock(3 * 60_000));
  await passMinute();
  expect(hooks.map((hook) => hook.id)).toEqual([2]);
});

it("makes a hook that stays also for a server without https, as for a new trigger", async () => {
  const id = await start(...([SECRET_WAYS[0][1], SECRET_WAYS[0][2]] as const));
  await move("http://patchbay.internal:3000");
  expect(hooks).toMatchObject([{ id: 2, url: expect.stringMatching(/^http:\/\/patchbay\.internal/) as string }]);
  expect(await hookCheckOf(id)).toMatchObject({ state: "unknown" });
});
