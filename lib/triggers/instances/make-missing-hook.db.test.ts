/** Hooks that are switched off, or made by two requests at once: one that works is left. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  signed,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { FIND, LOOK, SECRET_WAYS, toRingHooks } from "@/test/servers/reporting/ring-hooks";
import { runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { PATIENT } from "@/test/setup/patience";
import { renewTriggerHook } from "./renew-gone-hooks";

type Hook = { id: number; url: string; secret: string; active: boolean };
let provider: Provider;
let client: TriggerClient;
let id: string;
let hooks: Hook[] = [];
let count = 0;
/** Runs when the hook with this number was made, before the provider answers. */
let onMade: (number: number) => Promise<void> = () => Promise.resolve();

function answer(method: string, path: string, body: string): { status: number; data?: unknown } {
  const hook = hooks.find(({ id: hookId }) => path === `/hooks/${hookId}`);
  if (method === "DELETE") {
    hooks = hooks.filter((other) => other !== hook);
    return { status: 204 };
  }
  if (method === "GET" && path !== "/hooks") return hook ? { status: 200, data: hook } : { status: 404 };
  if (method === "GET") return { status: 200, data: { hooks } };
  const { url = "", secret = `chosen-${count + 1}` } = JSON.parse(body) as Partial<Hook>;
  hooks.push({ id: ++count, url, secret, active: true });
  return { status: 201, data: hooks.at(-1) };
}

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  [hooks, count, onMade] = [[], 0, () => Promise.resolve()];
  provider.answer = (request, response) => {
    const { status, data } = answer(request.method, request.url, request.body);
    void (status === 201 ? onMade(count) : Promise.resolve()).then(() =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(data === undefined ? "" : JSON.stringify(data)),
    );
  };
  client = await newTriggerClient();
});
afterEach(() => db.triggerInstance.deleteMany());

const renew = () => renewTriggerHook(client.projectId, id, ON);

/** The provider has one hook, which the trigger knows, and whose reports are believed. */
async function expectOne(): Promise<void> {
  await runTriggerJobs();
  const { hookId, hookRenewAt } = await db.triggerInstance.findUniqueOrThrow({ where: { id } });
  expect(hooks).toMatchObject([{ id: Number(hookId), active: true }]);
  expect(hookRenewAt).toBeNull();
  const raw = JSON.stringify({ door: "front" });
  const headers = { "x-signature": signed(hooks[0]?.secret ?? "", raw), "content-type": "application/json" };
  expect((await report(hooks[0]?.url ?? "", raw, headers)).status).toBe(200);
}

describe.each(SECRET_WAYS)("with a secret %s", (_, secret, field) => {
  beforeEach(async () => {
    await installLoopbackTriggers(provider.baseUrl, toRingHooks(secret, field, LOOK, FIND));
    id = await client.upsert("LOOPBACK_RANG", await connectLoopback(client.projectId, "ada", "key-of-ada"));
  });

  it("makes another hook for one that is switched off, which it does not take again", async () => {
    for (const hook of hooks) hook.active = false;
    expect(await renew()).toBe(true);
    await expectOne();
    expect(await renew()).toBe(false);
  });

  it("has one request make the hook while another one asks for it", async () => {
    hooks = [];
    await db.triggerInstance.update({ where: { id }, data: { hookId: null } });
    let second: Promise<unknown> | undefined;
    let hasEnded = false;
    onMade = async (number) => {
      if (number > 2) return void (await first);
      second = renew()
        .catch((error: unknown) => error)
        .finally(() => (hasEnded = true));
      await vi.waitFor(() => expect(hasEnded || count > 2).toBe(true), PATIENT);
    };
    const first = renew();
    expect(await first).toBe(true);
    expect(await second).toMatchObject({ status: 409 });
    await expectOne();
    expect(await renew()).toBe(false);
  });

  it("lets the next request make the hook after one that the provider refused", async () => {
    hooks = [];
    await db.triggerInstance.update({ where: { id }, data: { hookId: null } });
    const { answer: usual } = provider;
    provider.answer = (_request, response) => void response.writeHead(403).end();
    await expect(renew()).rejects.toMatchObject({ status: 400 });
    provider.answer = usual;
    expect(await renew()).toBe(true);
    await expectOne();
  });
});
