// The least that any forwarder on Node can cost: parse a JSON call, ask the provider, answer in JSON. No key, no
// account, no log.
import { createServer } from "node:http";
import { Agent, request as send } from "undici";

const agent = new Agent({ connections: 128 });
const [, , upstream] = process.argv;

async function forward(text) {
  const { endpoint, method } = JSON.parse(text);
  const { statusCode, headers, body } = await send(upstream + endpoint, { method, dispatcher: agent });
  return JSON.stringify({ status: statusCode, data: await body.json(), headers });
}

const server = createServer((request, response) => {
  const chunks = [];
  request
    .on("data", (chunk) => chunks.push(chunk))
    .on(
      "end",
      () =>
        void forward(Buffer.concat(chunks).toString()).then((text) => {
          response
            .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
            .end(text);
        }),
    );
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
