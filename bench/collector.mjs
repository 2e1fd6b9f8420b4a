// A collector of traces that takes everything and keeps nothing.
import { createServer } from "node:http";

const HEADERS = { "content-type": "application/json", "content-length": 2 };

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, HEADERS).end("{}"));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
