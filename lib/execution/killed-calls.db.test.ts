/** Calls of a process that is killed while the provider works: each has a row in the log about it. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { sweepTimes } from "@/lib/kernel/database/watch-workers";
import { journalFolder } from "@/lib/logs/begin-call";
import { keepLostCalls } from "@/lib/logs/keep-lost-calls";
import { provider, projectId, run, toInput } from "@/test/builders/execute-once";
import { PATIENT } from "@/test/setup/patience";
import { testProgram } from "@/test/setup/test-program";

const CHILD = testProgram("test/children/execute-child.ts");
const times = { ...sweepTimes() };
beforeAll(() => void (sweepTimes().gone = 0));
afterAll(() => void Object.assign(sweepTimes(), times));
beforeEach(() => pool().query("DELETE FROM tool_log"));

const start = async (slug: string): Promise<ChildProcess> => {
  const child = fork(CHILD, [projectId, slug, `killed ${slug}`, JSON.stringify(toInput("of the call"))], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
};
const files = (): string[] => (existsSync(journalFolder()) ? readdirSync(journalFolder()) : []);
const keep = () => keepLostCalls(() => Promise.resolve(true));
const rows = () => db.toolLog.findMany({ where: { projectId } });

async function killWhileSent(slug: string): Promise<void> {
  provider.answer = () => undefined;
  const child = await start(slug);
  child.send("go");
  await vi.waitFor(() => expect(provider.seen).toHaveLength(1), PATIENT);
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}

it("a call that may have changed something has a row after the kill, without its content, and once", async () => {
  const mine = files();
  await killWhileSent("LOOPBACK_CREATE");
  expect(await rows()).toEqual([]);
  const [file = ""] = files().filter((name) => !mine.includes(name));
  writeFileSync(path.join(journalFolder(), "cut.jsonl"), '{"id":"log_cut');
  writeFileSync(path.join(journalFolder(), "cut.jsonl.new"), "");
  // What cannot be read stays, and delays no other file.
  mkdirSync(path.join(journalFolder(), "a-folder.jsonl"));
  await Promise.all([keep(), keep()]);
  expect(await rows()).toMatchObject([
    {
      ...{ toolSlug: "LOOPBACK_CREATE", toolkitSlug: "loopback", status: "failed", userId: "ada", errorCode: "500" },
      ...{ error: expect.stringContaining("may have been carried out") as string, request: null, response: null },
    },
  ]);
  expect(files()).not.toContain(file);
  expect(files().filter((name) => name.startsWith("cut"))).toEqual([]);
  expect(files()).toContain("a-folder.jsonl");
  rmdirSync(path.join(journalFolder(), "a-folder.jsonl"));
  const usage = await pool().query("SELECT sum(total)::int AS n FROM usage_counter WHERE project_id = $1", [projectId]);
  expect(usage.rows).toEqual([{ n: 1 }]);
});

it("a call whose row was written is not written again after its row was deleted", async () => {
  const { log_id: id } = await run("done");
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), PATIENT);
  const texts = () => files().map((name) => readFileSync(path.join(journalFolder(), name), "utf8"));
  await vi.waitFor(() => expect(texts().join("")).not.toContain(id), PATIENT);
});

it("a call that was only to read leaves nothing, and a process that ends itself leaves no file", async () => {
  const mine = files();
  await killWhileSent("LOOPBACK_REPLACE");
  await keep();
  expect(await rows()).toEqual([]);
  provider.reset();
  provider.answer = (_, response) => void response.writeHead(200).end("{}");
  const child = await start("LOOPBACK_CREATE");
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.send("go");
  await exit;
  await keep();
  expect(files()).toEqual(mine);
});

it("a call of a process that lives is left alone, and so is a row that is there", async () => {
  let during: string[] = [];
  provider.answer = (_, response) =>
    void keep().then(async () => {
      during = (await rows()).map(({ id }) => id);
      response.writeHead(200, { "content-type": "application/json" }).end('{"number":1}');
    });
  expect((await run("lives")).successful).toBe(true);
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), PATIENT);
  await keep();
  expect([during, (await rows()).map(({ status }) => status)]).toEqual([[], ["success"]]);
});
