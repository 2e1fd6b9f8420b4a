/** The test of a redirect address of one's own, against real forwarders on loopback. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testRedirect } from "./test-redirect";

const CALLBACK = "http://localhost:3000/api/v3/toolkits/auth/callback";
let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    const to = (location: string, status = 302) => response.writeHead(status, { location }).end();
    if (url.pathname === "/good") to(CALLBACK + url.search);
    else if (url.pathname === "/lasting") to(CALLBACK + url.search, 308);
    else if (url.pathname === "/elsewhere") to(`https://evil.example/cb${url.search}`);
    else if (url.pathname === "/reencoded") to(`${CALLBACK}?${url.searchParams.toString()}`);
    else if (url.pathname === "/dropped") to(CALLBACK);
    else response.end("<html>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

it.each([
  ["/good", true, /forwards to the callback unchanged\.$/],
  ["/lasting", true, /302 instead of 308/],
  ["/elsewhere", false, /redirects to https:\/\/evil\.example\/cb, not to/],
  ["/reencoded", false, /changes the query/],
  ["/dropped", false, /changes the query/],
  ["/page", false, /returned 200 instead of redirecting/],
])("tells of %s whether it forwards: %s", async (path, forwards, message) => {
  const result = await testRedirect("proj_1", `${base}${path}`);
  expect(result).toMatchObject({ forwards, message: expect.stringMatching(message) as string });
});

it("asks no private address, and needs nothing for the callback itself", async () => {
  expect(await testRedirect("proj_1", "http://10.0.0.1/cb")).toMatchObject({
    forwards: false,
    message: expect.stringContaining("not a public address") as string,
  });
  expect((await testRedirect("proj_1", CALLBACK)).forwards).toBe(true);
});
