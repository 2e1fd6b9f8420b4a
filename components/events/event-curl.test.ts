/** The request of an event, run by a real shell against a real server: what arrives is signed as a delivery is. */
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { toEventCurl } from "./event-curl";

it("a shell sends the message, however it is quoted, with a signature that fits", async () => {
  const requests: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      requests.push({ headers: request.headers, body });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const message = { id: "evt_1", data: { text: `it's "quoted" $HOME \`id\` \\n é` } };
  const code = toEventCurl({
    id: "evt_1",
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1&b=2`,
    version: "V3",
    message,
  });
  const secret = "whsec_c2VjcmV0";
  await promisify(execFile)("sh", ["-c", code], { env: { ...process.env, WEBHOOK_SECRET: secret } });
  server.close();
  const [{ headers, body } = { headers: {}, body: "" }] = requests;
  expect(JSON.parse(body)).toEqual(message);
  const text = `evt_1.${String(headers["webhook-timestamp"])}.${body}`;
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", secret).update(text).digest("base64")}`);
});
