/** Places at one origin, shared between projects: against a real server that answers on command. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { send } from "./outbound/send";
import { forgetSettings } from "@/test/setup/process-memory";
import { PATIENT } from "@/test/setup/patience";

let server: Server;
let url: string;
/** Requests that wait for their answer, by path. */
const responses = new Map<string, ServerResponse>();
const arrived: string[] = [];

const limitTo = (concurrency: number) => {
  vi.stubEnv("PATCHBAY_PROVIDER_CONCURRENCY", String(concurrency));
  forgetSettings();
};

beforeEach(async () => {
  server = createServer((request, response) => {
    arrived.push(request.url ?? "");
    if (request.url?.startsWith("/hang")) responses.set(request.url, response);
    else if (request.url === "/away") response.writeHead(302, { location: "/hang/after" }).end();
    else response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  responses.clear();
  arrived.length = 0;
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
  forgetSettings();
});

const call = (projectId: string, path: string, more: object = {}) =>
  send({ projectId, method: "GET", url: url + path, ...more });
const hang = (projectId: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    call(projectId, `/hang/${projectId}/${from + index}`).then(() => projectId),
  );
const release = (path: string) => responses.get(path)?.end("done");

it("300 hanging calls of one project hold half of the places, and another project's call passes", async () => {
  const hanging = hang("greedy", 300);
  await vi.waitFor(() => expect(responses.size).toBe(50), PATIENT);
  expect((await call("modest", "/quick")).status).toBe(200);
  // Nothing of the greedy project has moved up meanwhile: its share is what it gets.
  expect(responses.size).toBe(50);
  for (let done = 0; done < 300; ) {
    await vi.waitFor(() => expect(responses.size).toBeGreaterThan(done), PATIENT);
    for (const response of [...responses.values()].slice(done)) {
      response.end("done");
      done++;
    }
  }
  await Promise.all(hanging);
});

it("a single project gets at least 50 places, however few exist, and never more than exist", async () => {
  limitTo(60);
  const hanging = hang("alone", 61);
  await vi.waitFor(() => expect(responses.size).toBe(50), PATIENT);
  for (const path of responses.keys()) release(path);
  await vi.waitFor(() => expect(responses.size).toBe(61), PATIENT);
  for (const path of responses.keys()) release(path);
  await Promise.all(hanging);
});

it("projects that wait take turns", async () => {
  limitTo(1);
  const first = hang("first", 1);
  await vi.waitFor(() => expect(responses.size).toBe(1), PATIENT);
  const many = hang("many", 3);
  const few = [...hang("one", 1), ...hang("two", 1)];
  const order: string[] = [];
  for (let index = 1; index <= 6; index++) {
    await vi.waitFor(() => expect(responses.size).toBe(index), PATIENT);
    const path = [...responses.keys()].at(-1) ?? "";
    order.push(path);
    release(path);
  }
  await Promise.all([...first, ...many, ...few]);
  expect(order).toEqual([
    "/hang/first/0",
    "/hang/many/0",
    "/hang/one/0",
    "/hang/two/0",
    "/hang/many/1",
    "/hang/many/2",
  ]);
});

it("a caller that waits too long or leaves learns that nothing was sent; waits are reported", async () => {
  limitTo(1);
  const first = hang("a", 1);
  await vi.waitFor(() => expect(responses.size).toBe(1), PATIENT);
  await expect(call("b", "/late", { timeoutMs: 30 })).rejects.toMatchObject({
    phase: "timeout",
    message: "Too many requests wait for this provider; this one's turn did not come within 30 ms.",
    facts: { during: "queue", limitMs: 30, sent: false },
  });
  const controller = new AbortController();
  const aborted = call("b", "/gone", { signal: controller.signal });
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ phase: "aborted", facts: { sent: false } });
  const queued = vi.fn();
  const patient = call("b", "/patient", { queued });
  release("/hang/a/0");
  await Promise.all([...first, patient]);
  expect(queued).toHaveBeenCalledOnce();
  expect(arrived).toEqual(["/hang/a/0", "/patient"]);
});

it("a place is free before a redirect is followed, and after every end of an exchange", async () => {
  limitTo(1);
  const redirected = call("a", "/away");
  await vi.waitFor(() => expect(responses.size).toBe(1), PATIENT);
  release("/hang/after");
  expect((await redirected).body.toString()).toBe("done");
  await expect(call("a", "/hang/timeout", { timeoutMs: 30 })).rejects.toMatchObject({ phase: "timeout" });
  await expect(call("a", "/quick", { maxBytes: 1 })).rejects.toMatchObject({ phase: "too-large" });
  expect((await call("b", "/quick")).status).toBe(200);
});
