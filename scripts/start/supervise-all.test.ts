/** Several processes behind one port: a killed one is started again while the others answer. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { freePort } from "../postgres/postgres.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "patchbay-processes-"));
const script = path.join(folder, "script.mjs");
const supervisor = path.join(folder, "supervisor.mjs");

/** Answers with its place, its process id and the last states that it received. */
const SCRIPT = `
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
const { port, place, again = false } = JSON.parse(process.argv[2]);
let states = [];
const server = createServer((request, response) => {
  const answer = () => response.end(JSON.stringify({ index: place.index, pid: process.pid, again, states }));
  if (request.url === "/block") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (request.url === "/slow") {
    writeFileSync(place.sockets + "/../slow", place.index + " ", { flag: "a" });
    process.on("message", (message) => message.states || setTimeout(answer, 100));
  }
  else answer();
});
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit(1));
process.on("message", async (message) => {
  if (message.states) return void (states = message.states);
  if (message === "alone") return void writeFileSync(place.sockets + "/../order", "alone ", { flag: "a" });
  await new Promise((done) => { server.close(done); server.closeIdleConnections(); });
  if (place.index === 1) await new Promise((done) => process.on("message", (next) => next === "alone" && done()));
  writeFileSync(place.sockets + "/../order", place.index + " ", { flag: "a" });
  process.exit(0);
});
server.listen(port, "127.0.0.1", () => process.send({ ready: ["from " + place.index] }));
`;
const SUPERVISOR = `
import { superviseAll } from ${JSON.stringify(inRoot("scripts/start/supervise-all.mjs"))};
const [port, count] = process.argv.slice(2).map(Number);
const server = superviseAll(${JSON.stringify(script)}, { port }, {
  count, dataDir: ${JSON.stringify(folder)}, say: (line) => console.log(line), gaveUp: () => process.exit(3),
});
process.on("SIGTERM", () => server.stop().then(() => process.exit(0)));
console.log("ready: " + await server.ready);
`;
writeFileSync(script, SCRIPT);
writeFileSync(supervisor, SUPERVISOR);

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const soon = { timeout: 60_000, interval: 50 };
type Answer = {
  index: number;
  pid: number;
  again: boolean;
  states: { index: number; state: string; restarts: number }[];
};

function start(port: number, count: number) {
  const child = spawn(process.execPath, [supervisor, String(port), String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return { child, output: () => text, ended: new Promise((resolve) => child.once("exit", resolve)) };
}

/** Each request on a connection of its own. */
const ask = (port: number, target = "/"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: target, agent: new Agent() }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve(JSON.parse(text) as Answer)).on("error", reject);
    }).on("error", reject);
  });

async function askOften(port: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let times = 0; times < 12; times++) answers.push(await ask(port));
  return answers;
}

it("hands connections out in turn, and goes on while a killed process is started again", async () => {
  const port = await freePort();
  const run = start(port, 3);
  await expect.poll(run.output, soon).toContain("ready: from 1");
  const answers = await askOften(port);
  expect([...new Set(answers.map(({ index }) => index))].sort()).toEqual([1, 2, 3]);
  expect(statSync(path.join(folder, "processes")).mode & 0o777).toBe(0o700);

  const victim = answers.find(({ index }) => index === 2);
  process.kill(victim?.pid ?? 0, "SIGKILL");
  await expect.poll(run.output, soon).toContain("Process 2 of the server ended on its own (SIGKILL)");
  await askOften(port);
  await expect.poll(run.output, soon).toContain("Process 2 of the server runs again.");
  const states = async () => (await ask(port)).states.map(({ index, state, restarts }) => [index, state, restarts]);
  await expect.poll(states, soon).toEqual([
    [1, "running", 0],
    [2, "running", 1],
    [3, "running", 0],
  ]);
  const second = (await askOften(port)).filter(({ index }) => index === 2);
  expect(new Set(second.map(({ again }) => again))).toEqual(new Set([true]));
});

it("ends the connections that were on their way to a process that was killed", async () => {
  const port = await freePort();
  const run = start(port, 2);
  await expect.poll(run.output, soon).toContain("ready: from 1");
  const pids = new Map((await askOften(port)).map(({ index, pid }) => [index, pid]));
  const indexes: number[] = [];
  const outcomes: string[] = [];
  const note = (request: Promise<Answer>) =>
    request.then(
      ({ index }) => indexes.push(index),
      (error: Error) => outcomes.push(error.message),
    );
  // Blocks whichever process takes it. That process is then handed one more connection.
  const requests = [note(ask(port, "/block"))];
  while (indexes.length < 4) {
    requests.push(note(ask(port)));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const blocked = 3 - (indexes[0] ?? 0);
  process.kill(pids.get(blocked) ?? 0, "SIGKILL");
  await Promise.all(requests);
  expect(new Set(indexes)).toEqual(new Set([3 - blocked]));
  expect(outcomes.length).toBeGreaterThanOrEqual(2);
});

it("lets open requests end at a stop, and ends the first process last", async () => {
  const port = await freePort();
  const run = start(port, 2);
  await expect.poll(run.output, soon).toContain("ready: from 1");
  const open = Promise.all([ask(port, "/slow"), ask(port, "/slow")]);
  const slow = path.join(folder, "slow");
  await expect.poll(() => existsSync(slow) && readFileSync(slow, "utf8").length, soon).toBe(4);
  run.child.kill("SIGTERM");
  expect((await open).map(({ index }) => index).sort()).toEqual([1, 2]);
  expect(await run.ended).toBe(0);
  expect(existsSync(path.join(folder, "processes"))).toBe(false);
  expect(readFileSync(path.join(folder, "order"), "utf8")).toBe("2 alone 1 ");
});

it("ends with its supervisor, even after kill -9", async () => {
  const port = await freePort();
  const run = start(port, 2);
  await expect.poll(run.output, soon).toContain("ready: from 1");
  const pids = (await Promise.all([ask(port), ask(port)])).map(({ pid }) => pid);
  run.child.kill("SIGKILL");
  await expect.poll(() => pids.some((pid) => existsSync(`/proc/${pid}`)), soon).toBe(false);
});
