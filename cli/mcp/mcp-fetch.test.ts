/** What the bridge sends, and to whom. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { bridgeFetch } from "./mcp-fetch";

const closings: (() => void)[] = [];
afterAll(() => closings.forEach((close) => close()));

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  closings.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

it.each(["POST", "GET"])("sends the key of a %s to no other host that a redirect names", async (method) => {
  const requests: IncomingHttpHeaders[] = [];
  const other = await listen(({ headers }, response) => {
    requests.push(headers);
    response.end();
  });
  const server = await listen((_, response) => response.writeHead(307, { location: other }).end());
  const init = { method, headers: { "x-api-key": "a key" }, ...(method === "POST" && { body: "{}" }) };
  await expect(bridgeFetch(() => undefined)(server, init)).rejects.toThrow(/redirects \(307\)/);
  expect(requests).toEqual([]);
});
