// The provider of the bench: answers every request with one small JSON object, as fast as node can, or after so many
// milliseconds.
import { createServer } from "node:http";

const BODY = JSON.stringify({
  id: 1,
  login: "octocat",
  name: "The Octocat",
  company: null,
  plan: { name: "free", space: 976562499 },
  created_at: "2011-01-25T18:44:36Z",
});
const DELAY_MS = Number(process.argv[2] ?? 0);
const HEADERS = { "content-type": "application/json", "content-length": Buffer.byteLength(BODY) };

const server = createServer((request, response) => {
  request.resume();
  if (DELAY_MS === 0) response.writeHead(200, HEADERS).end(BODY);
  else setTimeout(() => response.writeHead(200, HEADERS).end(BODY), DELAY_MS);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
