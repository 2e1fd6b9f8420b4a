/** The access log of the real listener and router: a line for each request, and nothing secret in it. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { log } from "@/lib/kernel/process/log";
import { forgetSettings, remembered } from "@/test/setup/process-memory";
import { createApiRouter } from "../api-door/api-router";
import { defineRoute } from "../api-door/define-route";
import { requestIdOf } from "../request-id";
import { answerJson } from "./answer-json";
import { createListener } from "./create-listener";

const route = defineRoute(
  operation({
    id: "getThing",
    method: "GET",
    path: "/api/v3/things/{token}",
    own: true,
    tag: "Server",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "A thing",
    params: z.object({ token: z.string() }),
    response: z.object({ id: z.string() }),
  }),
  (_, __, { requestId }) => {
    log.warn({ requestId }, "seen");
    return Promise.resolve({ id: requestId });
  },
);
const router = createApiRouter([route]);
const server = createListener({
  answer: (request, response, pathname) => {
    const match = router.find(request.method ?? "", pathname);
    if (match) return answerJson(match, request, response);
    requestIdOf(request);
    return void response.writeHead(404).end();
  },
});
let url = "";
const lines: Record<string, unknown>[] = [];
const logger = remembered.get("log");

beforeAll(async () => {
  process.env.PATCHBAY_ACCESS_LOG = "on";
  forgetSettings();
  const write = (fields: object, message: string) => void lines.push({ ...fields, message });
  remembered.set("log", { info: write, warn: write });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env.PATCHBAY_ACCESS_LOG;
  forgetSettings();
  remembered.set("log", logger);
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void lines.splice(0));

const accessLines = () => lines.filter(({ part }) => part === "access");

it("writes the pattern of the path, the status and the time, and no value of path or query", async () => {
  const response = await fetch(`${url}/api/v3/things/tok_secret1?key=secret2`, {
    headers: { authorization: "Bearer secret3", cookie: "a=secret4" },
  });
  const { id } = (await response.json()) as { id: string };
  await expect.poll(accessLines).toHaveLength(1);
  const [line] = accessLines();
  expect(line).toMatchObject({
    message: "request",
    method: "GET",
    door: "api",
    route: "/api/v3/things/{token}",
    status: 200,
    complete: true,
    request_id: id,
    project_id: null,
  });
  expect(line?.ms).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

it("writes no path of a request that no route knows", async () => {
  await (await fetch(`${url}/invite/secret5`)).text();
  await expect.poll(accessLines).toMatchObject([{ door: "pages", route: null, status: 404 }]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

it("writes the caller's own request ID beside ours, and leaves out one that is too long or not printable", async () => {
  const callerIds = ["job-17/step.3", "x".repeat(121), "two words"];
  for (const callerId of callerIds)
    await (await fetch(`${url}/api/v3/things/1`, { headers: { "x-request-id": callerId } })).text();
  const warnings = lines.filter(({ message }) => message === "seen");
  expect(warnings.map((line) => line.caller_request_id)).toEqual(["job-17/step.3", undefined, undefined]);
  expect(warnings.every(({ request_id: id }) => /^req_\w{12}$/.test(String(id)))).toBe(true);
});
