/** A copy of the app as far as triggers need it: takes reports, polls and delivers, until a test kills it. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { POST } from "@/app/api/v3/webhook_ingress/[toolkit]/[endpoint_id]/trigger_event/route";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { startQueue } from "@/lib/kernel/jobs/queue";
import { pollTrigger } from "@/lib/triggers/polling/poll-trigger";
import { POLL } from "@/lib/triggers/polling/schedule-polls";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";

const door = createApiRouter([POST]);

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer((incoming, response) => {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  void readBody(incoming)
    .then((body) => door.fetch(new Request(`http://127.0.0.1${incoming.url}`, { method: "POST", headers, body })))
    .then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
});
process.once("disconnect", () => process.exit());
startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
await startQueue([{ kind: POLL, run: pollTrigger }]);
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
