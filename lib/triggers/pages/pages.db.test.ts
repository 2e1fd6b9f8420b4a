/** What pages ask of triggers: every type in short, and refused requests of this project alone. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as refusedRoute } from "@/app/api/v3/internal/patchbay/refused_requests/route";
import { GET as typesRoute } from "@/app/api/v3/internal/patchbay/trigger_types/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, report } from "@/test/builders/loopback-triggers";

const YAML = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature }
  secret: { from: generated }
  hook: { create: { method: POST, path: /hooks, body: { url: "{url}" } }, id: id }
triggers:
  LOOPBACK_PARCEL: { name: Parcel arrived, description: A parcel arrives., payload: { number: integer }, sample: { body: { number: 1 } } }
`;
const door = createApiRouter([typesRoute, refusedRoute]);
const base = "http://localhost:3000/api/v3/internal/patchbay";
type Items = { items: Record<string, unknown>[]; total_items: number };

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

it("shows types with their number of triggers, and refused requests with a reason, but no signature", async () => {
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"id":"1"}');
  await installLoopbackTriggers(provider.baseUrl, YAML);
  const [client, other] = [await newTriggerClient(), await newTriggerClient()];
  const keyOf = async ({ projectId }: typeof client) => (await createApiKey(projectId, { name: "pages" })).key;
  const [key, otherKey] = [await keyOf(client), await keyOf(other)];
  const ask = async (path: string, apiKey = key) =>
    (await (await door.fetch(new Request(`${base}/${path}`, { headers: { "x-api-key": apiKey } }))).json()) as Items;
  const trigger = await client.upsert("LOOPBACK_PARCEL", await connectLoopback(client.projectId, "ada", "key-of-ada"));
  const countOf = ({ items }: Items) => items.find(({ slug }) => slug === "LOOPBACK_PARCEL")?.triggers;
  expect(countOf(await ask("trigger_types"))).toBe(1);
  expect(countOf(await ask("trigger_types", otherKey))).toBe(0);

  const url = String((await client.state(trigger)).webhook_url);
  await report(url, '{"number":7}', { "x-signature": "deadbeef", "x-kind": "parcel" });
  const { items } = await ask(`refused_requests?trigger_id=${trigger}`);
  expect(items).toMatchObject([
    { trigger_id: trigger, toolkit_slug: "loopback", body: '{"number":7}', method: "POST" },
  ]);
  expect(items[0]?.headers).toMatchObject({ "x-signature": "[redacted]", "x-kind": "parcel" });
  expect((await ask("refused_requests?toolkit_slug=github")).items).toEqual([]);
  expect((await ask(`refused_requests?trigger_id=${trigger}`, otherKey)).items).toEqual([]);
});
