/** An action on all triggers that match a filter. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";

const TYPES = `
source: https://example.com/docs
triggers:
  LOOPBACK_SEEN:
    name: Seen
    description: Somebody is seen.
    config: { door: { type: string, description: The door } }
    poll: { request: { path: /items }, items: items, id: "{item.id}" }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1 }] } }
`;

let provider: Provider;
let client: TriggerClient;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, TYPES);
  client = await newTriggerClient();
  const account = await connectLoopback(client.projectId, "ada", "loopback-key-0123456789");
  for (const door of ["front", "back", "side"]) await client.upsert("LOOPBACK_SEEN", account, { door });
});
afterAll(() => provider.close());

const change = async (action: string, filter: object, by = client) =>
  (await by.call("POST", "/internal/patchbay/triggers/many", { action, filter })).body;
const countEnabled = () => db.triggerInstance.count({ where: { projectId: client.projectId, disabledAt: null } });

it("disables and enables all that match, then deletes them; another project's filter matches none of them", async () => {
  const filter = { toolkit_slugs: "loopback", show_disabled: true };
  expect(await change("delete", filter, await newTriggerClient())).toMatchObject({ done: 0, total_items: 0 });
  expect(await change("disable", { ...filter, user_ids: "nobody" })).toMatchObject({ done: 0 });
  expect(await countEnabled()).toBe(3);
  expect(await change("disable", filter)).toMatchObject({ done: 3, failed: [], next: null });
  expect(await countEnabled()).toBe(0);
  expect(await change("enable", filter)).toMatchObject({ done: 3, failed: [] });
  expect(await countEnabled()).toBe(3);
  expect(await change("delete", filter)).toMatchObject({ done: 3 });
  expect(await db.triggerInstance.count({ where: { projectId: client.projectId } })).toBe(0);
});
