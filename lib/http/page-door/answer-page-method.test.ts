/** Pages accept only reading methods. */
import { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createListener } from "../listener/create-listener";
import { answerPageMethod } from "./answer-page-method";

let server: Server;
let url: string;
beforeAll(async () => {
  server = createListener({
    answer: (request, response, pathname) => {
      if (!answerPageMethod(request, response, pathname)) response.end("a page");
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it.each([
  ["PUT", "/", "GET, HEAD, OPTIONS"],
  ["DELETE", "/login", "GET, HEAD, OPTIONS"],
  ["POST", "/settings/project", "GET, HEAD, OPTIONS"],
  ["PATCH", "/connect.js", "GET, HEAD, OPTIONS"],
  ["POST", "/api", "GET, HEAD, OPTIONS"],
  ["PUT", "/api/auth/session", "GET, HEAD, POST, OPTIONS"],
  ["DELETE", "/api/auth", "GET, HEAD, POST, OPTIONS"],
])("405: %s %s, with the allowed methods", async (method, address, allow) => {
  const answer = await fetch(url + address, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  expect(await answer.json()).toMatchObject({ error: { status: 405, message: `${address} does not take ${method}.` } });
});

it("204: OPTIONS lists the methods of a page", async () => {
  const answer = await fetch(`${url}/login`, { method: "OPTIONS" });
  expect([answer.status, answer.headers.get("allow"), await answer.text()]).toEqual([204, "GET, HEAD, OPTIONS", ""]);
});

it.each([
  ["GET", "/"],
  ["HEAD", "/login"],
  ["POST", "/api/auth/signout"],
  // Unknown paths, which the API router answers.
  ["PUT", "/api/unknown"],
])("%s %s is allowed", async (method, address) => {
  expect((await fetch(url + address, { method })).status).toBe(200);
});
