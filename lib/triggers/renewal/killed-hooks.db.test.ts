/** A process that is killed while it makes or moves a hook: the next attempt ends with one hook, and none is left. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import {
  installLoopbackTriggers,
  newTriggerClient,
  report,
  signed,
  type TriggerClient,
} from "@/test/builders/loopback-triggers";
import { eventsOf } from "@/test/builders/triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { setPublicUrl } from "@/test/servers/reporting/install-published";
import { FIND, SECRET_WAYS, toRingHooks } from "@/test/servers/reporting/ring-hooks";
import { passMinute, runTriggerJobs } from "@/test/servers/reporting/run-trigger-jobs";
import { holdWindows } from "@/test/setup/hold-windows";
import { PATIENT } from "@/test/setup/patience";
import { queryRows } from "@/test/setup/query-rows";
import { testProgram } from "@/test/setup/test-program";

const MOVED = "https://moved.example.com";

type Hook = { id: number; url: string; secret: string };
let provider: Provider;
let client: TriggerClient;
let account: string;
let hooks: Hook[] = [];
/** Runs when a hook was made, before the provider answers. */
let onMade: (() => Promise<unknown>) | undefined;
const children: ChildProcess[] = [];
const restores: (() => void)[] = [];

/** A provider that lists its hooks, and takes no second one with the same URL unless it is lax. */
function answer(method: string, path: string, body: string): { status: number; data: unknown } {
  if (method === "GET") return { status: 200, data: { hooks: hooks.map(({ id, url }) => ({ id, url })) } };
  if (method === "DELETE") {
    hooks = hooks.filter(({ id }) => path !== `/hooks/${id}`);
    return { status: 204, data: {} };
  }
  const id = count + 1;
  const { url = "", secret = `chosen-${id}` } = JSON.parse(body) as Partial<Hook>;
  if (!isLax && hooks.some((hook) => hook.url === url))
    return { status: 422, data: { message: "Hook already exists" } };
  count = id;
  hooks.push({ id, url, secret });
  return { status: 201, data: hooks.at(-1) };
}
let count = 0;
let isLax = false;

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  setPublicUrl("https://patchbay.example.com");
  provider.reset();
  [hooks, count, onMade, isLax] = [[], 0, undefined, false];
  provider.answer = (request, response) => {
    const { status, data } = answer(request.method, request.url, request.body);
    const write = () =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(status === 204 ? "" : JSON.stringify(data));
    const act = status === 201 ? onMade : undefined;
    if (act) void act().then(write);
    else write();
  };
  client = await newTriggerClient();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const restore of restores.splice(0)) restore();
  await db.triggerInstance.deleteMany();
});

const row = (id: string) => db.triggerInstance.findUniqueOrThrow({ where: { id } });
function runInChild(...input: string[]): ChildProcess {
  const child = fork(testProgram("test/children/triggers/hook-child.ts"), input, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.push(child);
  return child;
}

/** Runs a child that is killed after its provider has made the hook, before or after it answers. */
async function runKilled(moment: "before" | "after", ...input: string[]): Promise<void> {
  const child = runInChild(...input);
  const exit = once(child, "exit");
  if (moment === "before")
    onMade = () => {
      onMade = undefined;
      child.kill("SIGKILL");
      return exit;
    };
  else {
    // The row of its trigger is held, so what the provider has answered cannot be stored.
    const holder = await pool().connect();
    onMade = async () => {
      onMade = undefined;
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM trigger_instance WHERE project_id = $1 FOR UPDATE", [client.projectId]);
    };
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), PATIENT);
    child.kill("SIGKILL");
    await exit;
    // Its connections end with it; a statement that waits would notice that only after it was carried out.
    await queryRows("test.end-waiting", `SELECT pg_terminate_backend(w.pid) AS ended FROM (${WAITING}) w`, []);
    await holder.query("ROLLBACK");
    holder.release();
  }
  expect(await exit).toEqual([null, "SIGKILL"]);
  await vi.waitFor(async () => expect(await countWaiting()).toBe(0), PATIENT);
}
const countWaiting = async (): Promise<number> => (await queryRows("test.waiting-updates", WAITING, [])).length;
const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%UPDATE%trigger_instance%'`;

const later = (minutes: number) => restores.push(moveClock(minutes * 60_000));

/** Reports by a hook, and returns the status of our answer. */
async function ring(hook: Hook | undefined): Promise<number> {
  const raw = JSON.stringify({ door: "front" });
  const headers = { "x-signature": signed(hook?.secret ?? "", raw), "content-type": "application/json" };
  return (await report(hook?.url ?? "", raw, headers)).status;
}

async function expectOne(id: string, base: string): Promise<void> {
  const { hookId, hookError } = await row(id);
  expect(hookError).toBeNull();
  expect(hooks).toMatchObject([{ id: Number(hookId), url: expect.stringContaining(`${base}/`) as string }]);
  expect(await ring(hooks[0])).toBe(200);
  expect(await eventsOf(client.projectId, id)).toHaveLength(1);
  await client.call("DELETE", `/trigger_instances/manage/${id}`);
  await runTriggerJobs();
  expect(hooks).toEqual([]);
}

describe.each(SECRET_WAYS)("with a secret %s", (_, secret, field) => {
  beforeEach(async () => {
    await installLoopbackTriggers(provider.baseUrl, toRingHooks(secret, field, FIND));
    account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  });

  /** A trigger whose hook is to be moved now. */
  async function startMove(): Promise<string> {
    const id = await client.upsert("LOOPBACK_RANG", account);
    setPublicUrl(MOVED);
    await passMinute();
    await db.triggerInstance.update({ where: { id }, data: { hookRenewAt: new Date(0) } });
    return id;
  }

  it.each(["before", "after"] as const)("moves it once, killed %s the provider's answer", async (moment) => {
    const id = await startMove();
    await runKilled(moment, "move", client.projectId, id);
    expect(hooks).toHaveLength(2);
    later(11);
    await passMinute();
    await expectOne(id, MOVED);
  });

  it("moves it once, killed again and again", async () => {
    const id = await startMove();
    for (const moment of ["before", "after", "before"] as const) {
      // A hook whose secret is known is taken over, so that no later attempt makes one.
      if (hooks.length > 1 && secret.includes("generated")) break;
      await runKilled(moment, "move", client.projectId, id);
      await db.triggerInstance.update({ where: { id }, data: { hookRenewAt: new Date(0) } });
    }
    later(11);
    await passMinute();
    await expectOne(id, MOVED);
  });

  it("moves back what did not get far, without another hook", async () => {
    const id = await startMove();
    await runKilled("before", "move", client.projectId, id);
    setPublicUrl("https://patchbay.example.com");
    later(6);
    await passMinute();
    later(11);
    await passMinute();
    await expectOne(id, "https://patchbay.example.com");
  });

  it("takes the earlier hook away if its process dies right after it stored the new one", async () => {
    const id = await startMove();
    const child = runInChild("move", client.projectId, id);
    await once(child, "message");
    child.kill("SIGKILL");
    await runTriggerJobs();
    await expectOne(id, MOVED);
  });

  it.each(["before", "after"] as const)(
    "makes the first one once, killed %s the provider's answer, and asked again",
    async (moment) => {
      await runKilled(moment, "create", client.projectId, account);
      expect(hooks).toHaveLength(1);
      later(3);
      await expectOne(await client.upsert("LOOPBACK_RANG", account), "https://patchbay.example.com");
    },
  );
});

it("no longer takes what comes from a first hook that its provider does not list", async () => {
  isLax = true;
  await installLoopbackTriggers(provider.baseUrl, toRingHooks("{ from: generated }", ', secret: "{secret}"'));
  account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  await runKilled("before", "create", client.projectId, account);
  later(3);
  const id = await client.upsert("LOOPBACK_RANG", account);
  expect(await Promise.all(hooks.map(ring))).toEqual([410, 200]);
  expect(await eventsOf(client.projectId, id)).toHaveLength(1);
  expect(await db.triggerInstance.count({ where: { projectId: client.projectId } })).toBe(1);
});
