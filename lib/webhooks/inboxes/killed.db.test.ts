/** Two programs in processes of their own take events of an inbox while one after another is killed in the middle. */
import { fork, type ChildProcess } from "node:child_process";
import { afterAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { recordEvent } from "../events/record-event";
import { testProgram } from "@/test/setup/test-program";
import { createInbox } from "./require-inbox";

const CHILD = testProgram("test/clients/inbox-program.ts");
const MESSAGE = "composio.trigger.message";
const EVENTS = 200;
const LANES = 8;
const KILLS = 4;
const WAIT = { timeout: 120_000, interval: 10 };

const projectId = newId("project");
const children = new Set<ChildProcess>();
const numbersSeen: number[] = [];

type IncomingEvent = { data: { n: number } };

function startProgram(inboxId: string): ChildProcess {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = fork(CHILD, [projectId, inboxId], { stdio: [...stdio] });
  children.add(child);
  child.on("message", ({ data }: IncomingEvent) => {
    numbersSeen.push(data.n);
    // It can be dead by now.
    child.send("written down", () => undefined);
  });
  return child;
}

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

const recordBatch = (from: number, count: number): Promise<void> =>
  db.$transaction(async (tx) => {
    for (let n = from; n < from + count; n++) {
      const trigger = {
        ...{ triggerSlug: "GITHUB_COMMIT_EVENT", triggerId: `ti_${n % LANES}`, toolkitSlug: "github" },
        ...{ userId: "ann", connectedAccountId: "ca_1", authConfigId: "ac_1" },
      };
      await recordEvent(tx, projectId, { type: MESSAGE, trigger, payload: { n } });
    }
  });

it("gives every event at least once, in the order of its trigger, whatever is killed", {
  timeout: 400_000,
}, async () => {
  const { id } = await createInbox(projectId, { name: "All", enabledEvents: [MESSAGE] });
  await recordBatch(0, EVENTS / 2);
  const programs = [startProgram(id), startProgram(id)];
  for (let kill = 0; kill < KILLS; kill++) {
    const part = (EVENTS / 2) * (0.1 + (0.8 * kill) / KILLS);
    await vi.waitFor(() => expect(new Set(numbersSeen).size).toBeGreaterThan(part), WAIT);
    programs.shift()?.kill("SIGKILL");
    programs.push(startProgram(id));
  }
  await recordBatch(EVENTS / 2, EVENTS / 2);
  const open = { projectId, state: { not: "delivered" } };
  await vi.waitFor(async () => expect(await db.webhookDelivery.count({ where: open })).toBe(0), WAIT);
  const first = [...new Set(numbersSeen)];
  expect(first.length).toBe(EVENTS);
  for (let lane = 0; lane < LANES; lane++) {
    const numbers = first.filter((n) => n % LANES === lane);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
});
