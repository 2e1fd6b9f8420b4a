/** One id per request, for the API and pages: in its answer, and on its log lines. */
import { request as httpRequest, type Server } from "node:http";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { log, type Origin } from "@/lib/kernel/process/log";
import { defineRawRoute, defineRoute } from "./api-door/define-route";
import { createApiRouter } from "./api-door/api-router";
import { createListener } from "./listener/create-listener";
import { answerJson } from "./listener/answer-json";
import { startPageThread, type PageThread } from "./page-door/page-thread";
import { requestIdOf } from "./request-id";

/** Answers with the id that it received, or breaks off if the path asks for it. */
const WHERE = { host: "127.0.0.1", port: 0, secrets: { active: "", previous: [] } };
const PAGES = `
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
createServer((request, response) => request.url === "/broken" ? request.socket.destroy() : response.end(request.headers["x-request-id"]))
  .listen(workerData.socketPath, () => parentPort.postMessage("ready"));
parentPort.once("message", () => process.exit(0));
`;

const common = {
  summary: "-",
  tag: "-",
  auth: "none",
  permission: "public",
  audit: "none",
  response: z.unknown(),
} as const;
const fail = (): never => {
  throw new Error("a bug");
};
const routes = [
  defineRoute(operation({ ...common, id: "json", method: "GET", path: "/api/v3/json" }), async () => fail()),
  defineRawRoute(operation({ ...common, id: "raw", method: "GET", path: "/api/v3/raw" }), async () => fail()),
];

let pages: PageThread;
let server: Server;
const lines: { on: Origin; message: string }[] = [];

beforeAll(async () => {
  const script = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-ids-")), "pages.mjs");
  writeFileSync(script, PAGES);
  pages = await startPageThread(pathToFileURL(script) as URL, WHERE);
  vi.spyOn(log, "error").mockImplementation((on, message) => void lines.push({ on, message }));
  const door = createApiRouter(routes);
  const viaHono = getRequestListener(
    (request, { incoming }) => door.fetch(request, requestIdOf(incoming as Parameters<typeof requestIdOf>[0])),
    { overrideGlobalObjects: false },
  );
  server = createListener({
    answer: (request, response, pathname) => {
      if (pathname === "/early") return fail();
      if (!door.answers(pathname)) return pages.answer(request, response);
      const match = door.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : viaHono(request, response);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  vi.restoreAllMocks();
  server.close();
  await pages.stop();
});

const get = (address: string): Promise<{ id: string; body: string }> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    httpRequest({ port, path: address, headers: { "x-request-id": "req_forgedforged" } }, (answer) => {
      let body = "";
      answer
        .setEncoding("utf8")
        .on("data", (text: string) => {
          body += text;
        })
        .once("end", () => resolve({ id: String(answer.headers["x-request-id"]), body }));
    })
      .once("error", reject)
      .end();
  });

it.each([
  ["of a JSON operation", "/api/v3/json", "a request failed"],
  ["of an operation with web objects", "/api/v3/raw", "a request failed"],
  ["that fails before a door is chosen", "/early", "a request failed"],
  ["for a page that cannot be made", "/broken", "a page could not be made"],
])("500s %s have the id that is in the log, never the client's own", async (_, address, message) => {
  lines.length = 0;
  const { id } = await get(address);
  expect(id).toMatch(/^req_\w{12}$/);
  expect(id).not.toBe("req_forgedforged");
  expect(lines).toEqual([{ on: { requestId: id }, message }]);
});

it("the page thread gets the id from the listener, not the client's own", async () => {
  expect((await get("/page")).body).toMatch(/^req_\w{12}$/);
  expect((await get("/page")).body).not.toBe("req_forgedforged");
});
