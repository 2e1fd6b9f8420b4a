/** A handler notices that its caller hangs up, with the server that the product runs. */
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { expect, it } from "vitest";

it("aborts the request's signal when the caller closes the connection, even after the body was read", async () => {
  let noticed: (reason: string) => void = () => undefined;
  const event = new Promise<string>((resolve) => {
    noticed = resolve;
  });
  const server = createServer(
    (incoming, response) =>
      void getRequestListener(
        async (request) => {
          const { signal } = request;
          await request.text();
          outgoing.destroy();
          return new Promise<Response>((resolve) =>
            signal.addEventListener(
              "abort",
              () => {
                noticed("aborted");
                resolve(new Response("late"));
              },
              { once: true },
            ),
          );
        },
        { overrideGlobalObjects: false },
      )(incoming, response),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const outgoing = httpRequest({ port: (server.address() as AddressInfo).port, method: "POST" }).on(
    "error",
    () => undefined,
  );
  outgoing.end("{}");
  expect(await event).toBe("aborted");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
