/** The life of the page thread, with a small server in it that writes down its starts and ends. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createListener } from "../listener/create-listener";
import { startPageThread, type PageThread, type PageThreadOptions } from "./page-thread";

const DATA = { host: "127.0.0.1", port: 0, secrets: { active: "", previous: [] } };
const IDLE_MS = 50;

const scriptOf = (diary: string) => `
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const write = (word) => appendFileSync(${JSON.stringify(diary)}, word + " ");
const server = createServer((request, response) => {
  if (request.url === "/wait") response.write("begun");
  else response.end("a page");
});
server.listen(workerData.socketPath, () => { write("start"); parentPort.postMessage("ready"); });
parentPort.once("message", () => { write("end"); process.exit(0); });
`;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Site = { url: string; thread: PageThread; readDiary: () => string };

/** Serves pages of the script; `readDiary` returns the starts and ends of its threads. */
async function open(toScript: (diary: string) => string, options: Partial<PageThreadOptions>): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-thread-"));
  const [script, diary] = [path.join(folder, "thread.mjs"), path.join(folder, "diary")];
  writeFileSync(script, toScript(diary));
  writeFileSync(diary, "");
  const thread = await startPageThread(pathToFileURL(script), { ...DATA, ...options });
  const server = createListener({ answer: (request, response) => thread.answer(request, response) });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await thread.stop();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, thread, readDiary: () => readFileSync(diary, "utf8").trim() };
}

const load = async (url: string) => {
  const response = await fetch(url);
  return `${response.status} ${await response.text()}`;
};

it("starts with the first request, ends when idle, and answers again", async () => {
  const { url, readDiary } = await open(scriptOf, { idleMs: IDLE_MS });
  expect(readDiary()).toBe("");
  expect(await Promise.all([load(url), load(url), load(url)])).toEqual(Array(3).fill("200 a page"));
  await expect.poll(readDiary).toBe("start end");
  expect(await load(url)).toBe("200 a page");
  await expect.poll(readDiary).toBe("start end start end");
});

it("does not end while it answers", async () => {
  const { url, readDiary } = await open(scriptOf, { idleMs: IDLE_MS });
  const outgoing = httpRequest(`${url}/wait`).on("error", () => undefined);
  await new Promise((resolve) => {
    outgoing.once("response", (response) => response.once("data", resolve)).end();
  });
  expect(await load(url)).toBe("200 a page");
  await wait(5 * IDLE_MS);
  expect(readDiary()).toBe("start");
  outgoing.destroy();
  await expect.poll(readDiary).toBe("start end");
});

it("starts at once and stays without an idle time", async () => {
  const { url, thread, readDiary } = await open(scriptOf, {});
  expect(readDiary()).toBe("start");
  expect(await load(url)).toBe("200 a page");
  await wait(5 * IDLE_MS);
  expect(readDiary()).toBe("start");
  await thread.stop();
  expect(readDiary()).toBe("start end");
});

it("503: a thread that cannot start, for all requests that wait for it and for the next", async () => {
  const { url } = await open(() => `throw new Error("broken")`, { idleMs: IDLE_MS });
  const responses = await Promise.all([fetch(url), fetch(url)]);
  expect(responses.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
    [503, "2"],
    [503, "2"],
  ]);
  expect((await fetch(url)).status).toBe(503);
});

it("fails at once without an idle time if the thread cannot start", async () => {
  await expect(open(() => `throw new Error("broken")`, {})).rejects.toThrow("broken");
});
