/** The server's process is restarted after an unrequested end, and stays ended after a requested stop. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { inRoot } from "../paths.mjs";
import { supervise } from "./supervise.mjs";

/** Ready at once; then follows the options. */
const SCRIPT = `
const { first, then, again } = JSON.parse(process.argv[2]);
process.on("message", () => process.exit(0));
process.on("disconnect", () => process.exit(1));
const act = {
  run: () => process.send({ ready: [again ? "again" : "first"] }),
  crash: () => process.send({ ready: [] }, () => process.exit(70)),
  kill: () => process.send({ ready: [] }, () => process.kill(process.pid, "SIGTERM")),
  refuse: () => process.send({ failed: { code: "EADDRINUSE", why: "taken" } }, () => process.exit(1)),
  report: () => process.send({ ready: [process.env.MALLOC_ARENA_MAX, process.env.MALLOC_MMAP_THRESHOLD_] }),
  vanish: () => process.exit(3),
  hang: () => setInterval(() => undefined, 1000),
};
act[again ? then : first]();
`;
const script = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-supervise-")), "script.mjs");
writeFileSync(script, SCRIPT);

/** Whether a process is alive. A zombie (ended, but its exit code was not collected) is not. */
const isAlive = (pid: number | undefined): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};
const soon = { timeout: 30_000 };

function watch(first: string, then: string) {
  const lines: string[] = [];
  const pauses: number[] = [];
  let gaveUp: unknown;
  const server = supervise(
    script,
    { first, then },
    {
      say: (line: string) => lines.push(line),
      gaveUp: (error: unknown) => {
        gaveUp = error;
      },
      pause: async (ms: number) => pauses.push(ms),
    },
  );
  return { server, said: lines, pauses, gaveUp: () => gaveUp };
}

it("bounds what the allocator keeps, unless the operator's environment does", async () => {
  vi.stubEnv("MALLOC_ARENA_MAX", "7");
  const { server } = watch("report", "run");
  expect(await server.ready).toEqual(["7", "131072"]);
  await server.stop();
  vi.unstubAllEnvs();
});

it.each([
  ["with an exit code", "crash", "exit code 70"],
  ["by a signal", "kill", "SIGTERM"],
])("starts a process again that ended %s, and tells it that it is no first start", async (_, how, why) => {
  const { server, said: lines } = watch(how, "run");
  await server.ready;
  await expect
    .poll(() => lines, soon)
    .toEqual([`The server ended on its own (${why}); starting it again.`, "The server runs again."]);
  expect(isAlive(server.pid())).toBe(true);
  await server.stop();
});

it("starts a process again that was killed, and ends the new one when told to", async () => {
  const { server, said: lines } = watch("run", "run");
  expect(await server.ready).toEqual(["first"]);
  const first = server.pid();
  process.kill(first ?? 0, "SIGKILL");
  await expect.poll(() => lines.at(-1), soon).toBe("The server runs again.");
  const second = server.pid();
  expect(second).not.toBe(first);
  await server.stop();
  expect(isAlive(second)).toBe(false);
  expect(lines).toHaveLength(2);
});

it("waits longer each time, up to half a minute, while it ends soon after each start", async () => {
  const { server, pauses } = watch("crash", "crash");
  await server.ready;
  await expect.poll(() => pauses.length, soon).toBeGreaterThan(8);
  await server.stop();
  expect(pauses.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it.each([
  ["says why", "refuse", "taken", "EADDRINUSE"],
  ["ends without a word", "vanish", "The server ended before it was ready (exit code 3).", undefined],
])("does not start a process again that %s before it was ready", async (_, how, message, code) => {
  const { server, said: lines } = watch(how, "run");
  const error = (await server.ready.catch((reason: unknown) => reason)) as Error & { code?: string };
  expect([error.constructor.name, error.message, error.code]).toEqual(["StartFailed", message, code]);
  await server.stop();
  expect(lines).toEqual([]);
});

it("gives up after five starts in a row that did not come to be ready", async () => {
  const { server, said: lines, gaveUp } = watch("crash", "refuse");
  await server.ready;
  await expect.poll(gaveUp, soon).toMatchObject({ message: "taken" });
  expect(lines.filter((line) => line === "The server could not be started again: taken")).toHaveLength(5);
  await server.stop();
});

it("can be stopped before it was ready", async () => {
  const { server } = watch("hang", "run");
  const failed = expect(server.ready).rejects.toThrow("ended before it was ready");
  await expect.poll(() => isAlive(server.pid()), soon).toBe(true);
  await server.stop();
  await failed;
  expect(isAlive(server.pid())).toBe(false);
});

it("ends with whoever started it, even after kill -9", async () => {
  const parent = path.join(path.dirname(script), "parent.mjs");
  writeFileSync(
    parent,
    `import { supervise } from ${JSON.stringify(inRoot("scripts/start/supervise.mjs"))};
const server = supervise(${JSON.stringify(script)}, { first: "run" }, { say() {}, gaveUp() {} });
await server.ready;
console.log(server.pid());
process.kill(process.pid, "SIGKILL");`,
  );
  const died = (await promisify(execFile)(process.execPath, [parent]).catch((error: unknown) => error)) as {
    stdout: string;
    signal: string;
  };
  expect(died.signal).toBe("SIGKILL");
  const pid = Number(died.stdout);
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid), soon).toBe(false);
});
