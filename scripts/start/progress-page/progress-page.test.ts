/** The page with the progress of a start, in a real thread on a real port, until a real server takes the port. */
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { errorAnswer } from "@/lib/http/api-door/error-response";
import { ApiError } from "@/lib/kernel/errors";
import { readEnv } from "@/lib/kernel/process/env";
import { freePort } from "../../postgres/postgres.mjs";
import { supervise } from "../supervise.mjs";
import { answerEarly, MARK } from "./answer-early.mjs";
import { openProgressPage, readAddress, type ProgressPage } from "./open-progress-page.mjs";
import { estimateSecondsLeft, type PlannedStep } from "./start-plan.mjs";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
let pages: ProgressPage[] = [];
afterEach(async () => {
  await Promise.all(pages.map((page) => page.close()));
  pages = [];
});

async function open(): Promise<ProgressPage & { url: string }> {
  const page = await openProgressPage({ host: "127.0.0.1", port: await freePort() }, { dev: false });
  if (!page) throw new Error("The page could not be opened.");
  pages.push(page);
  return { ...page, url: `http://127.0.0.1:${page.port}` };
}

it.each([
  [{}],
  [{ PORT: "", HOST: "" }],
  [{ PORT: "8080", HOST: "0.0.0.0" }],
  [{ PORT: "1" }],
  [{ HOST: "::1", PORT: "65535" }],
])("listens where the server will listen: %o", (settings) => {
  const { host, port } = readEnv({ ...settings, PATCHBAY_SECRET: "x".repeat(32) });
  expect(readAddress(settings)).toEqual({ host, port });
});

it.each([["0"], ["65536"], ["12.5"], ["http"]])("does not listen on the port %s, which the settings refuse", (PORT) => {
  expect(() => readEnv({ PORT, PATCHBAY_SECRET: "x".repeat(32) })).toThrow("PORT");
  expect(readAddress({ PORT })).toBeNull();
});

it("programs get an error in the form of the API, with the time to call again", async () => {
  const { url } = await open();
  for (const [method, place] of [
    ["GET", "/api/health"],
    ["GET", "/api/health/ready"],
    ["POST", "/api/v3/tools/execute/X"],
    ["DELETE", "/"],
  ] as const) {
    const response = await fetch(url + place, { method, ...(method === "POST" && { body: "{}" }) });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    const body = (await response.json()) as { error: Record<string, unknown> };
    const form = JSON.parse(errorAnswer(new ApiError("Unavailable", "x"), "req_x").text) as typeof body;
    expect(Object.keys(body.error)).toEqual(Object.keys(form.error));
    expect(body.error).toMatchObject({ status: 503, request_id: response.headers.get("x-request-id") });
    expect(body.error.request_id).toMatch(/^req_\w{12}$/);
  }
});

it("browsers get the steps: what is done, what runs, what comes, and about how long", async () => {
  const { url, follow } = await open();
  follow({ title: "Installing packages", state: "skipped" });
  follow({ title: "Starting PostgreSQL", state: "running" });
  follow({ title: "Starting PostgreSQL", detail: "Making <a> database" });
  follow({ title: "No step of the plan", state: "running" });
  const read = async (): Promise<string> => (await fetch(`${url}/any/page`, { headers: BROWSER })).text();
  await expect.poll(read).toContain("Making &lt;a&gt; database");
  const text = await read();
  expect(text).toMatch(/class="skipped".*Installing packages.*unchanged/);
  expect(text).toMatch(/class="running".*Starting PostgreSQL/);
  expect(text).toMatch(/class="waiting".*Loading the catalog/);
  expect(text).toMatch(/(About .*|A few seconds) left\./);
  expect(text).not.toContain("No step of the plan");
});

it("a page runs only its own script and style, is not stored, and is marked as one of a start", () => {
  const { status, headers } = answerEarly({ method: "GET", headers: BROWSER }, []);
  expect(status).toBe(503);
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-\S+; script-src 'sha256-/);
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-frame-options": "DENY", [MARK]: "1" });
});

it("refuses a port of another program before the work begins", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(openProgressPage({ host: "127.0.0.1", port }, { dev: false })).rejects.toThrow(
    /^Port \d+ on 127\.0\.0\.1 is in use by another program/,
  );
  server.close();
});

it("leaves an address where this user may not listen to the report of the settings", async () => {
  expect(await openProgressPage({ host: "192.0.2.1", port: 8080 }, { dev: false })).toBeNull();
});

/** A server that asks for its port, as the product's does. */
const SERVER = `
import { createServer } from "node:http";
const { port, again } = JSON.parse(process.argv[2]);
process.on("disconnect", () => process.exit(1));
process.on("message", (word) => {
  if (word !== "listen") process.exit(0);
  createServer((_, response) => response.end("the product"))
    .once("error", ({ code }) => process.send({ failed: { code, why: "taken" } }))
    .listen(port, "127.0.0.1", () => process.send({ ready: [again ? "again" : "first"] }));
});
process.send({ listens: true });
`;

it("gives its port to the server while clients are connected, and the server takes it again after a crash", async () => {
  const { url, port, close } = await open();
  const idle = httpRequest({ port, host: "127.0.0.1", method: "POST" });
  idle.on("error", () => undefined).write("half of a body");
  await once(idle, "socket");
  expect((await fetch(url)).status).toBe(503);
  const script = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-handover-")), "server.mjs");
  writeFileSync(script, SERVER);
  const lines: string[] = [];
  const server = supervise(
    script,
    { port },
    { say: (line: string) => lines.push(line), gaveUp: () => {}, pause: async () => {}, beforeListen: close },
  );
  expect(await server.ready).toEqual(["first"]);
  expect(await (await fetch(url)).text()).toBe("the product");
  process.kill(server.pid() ?? 0, "SIGKILL");
  await expect.poll(() => lines.at(-1), { timeout: 30_000 }).toBe("The server runs again.");
  expect(await (await fetch(url)).text()).toBe("the product");
  await server.stop();
  idle.destroy();
});

it("estimates from the steps that are left, at the pace of those that are over", () => {
  const done = (seconds: number, took: number): PlannedStep => ({
    ...{ title: "a", seconds, state: "done", since: 0, until: took * 1000 },
  });
  const waiting = (seconds: number): PlannedStep => ({ title: "b", seconds, state: "waiting" });
  expect(estimateSecondsLeft([[waiting(10)], [waiting(20), waiting(30)]], 0)).toBe(40);
  expect(estimateSecondsLeft([[done(30, 60)], [waiting(20), waiting(30)]], 0)).toBe(60);
  expect(estimateSecondsLeft([[done(1, 60)], [waiting(10)]], 0)).toBe(10);
  const running: PlannedStep = { title: "c", seconds: 30, state: "running", since: 1_000 };
  expect(estimateSecondsLeft([[running]], 11_000)).toBe(20);
  expect(estimateSecondsLeft([[running]], 900_000)).toBe(1);
});
