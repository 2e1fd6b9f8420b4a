/** The address at which a provider reports is a secret of those who may change it: who knows it can send events. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as refusedRoute } from "@/app/api/v3/internal/patchbay/refused_requests/route";
import { GET as triggersRoute } from "@/app/api/v3/trigger_instances/active/route";
import { GET as endpointRoute } from "@/app/api/v3/webhook_endpoints/[nano_id]/route";
import { GET as endpointsRoute } from "@/app/api/v3/webhook_endpoints/route";
import { ROLES } from "@/lib/access/people/members.contract";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, report } from "@/test/builders/loopback-triggers";
import { addMember, callRoute } from "@/test/builders/members";
import { queryRows } from "@/test/setup/query-rows";

const APP_HOOKS = `
source: https://example.com/docs
webhook:
  verify: { by: token, at: { header: x-token } }
  secret: { from: setup, field: signing_secret }
  setup: { signing_secret: { displayName: Secret, description: The secret } }
triggers:
  LOOPBACK_MESSAGE: { name: Message, description: A message is sent., payload: { text: string }, sample: { body: { text: Hello } } }
`;

let provider: Provider;
let id: string;
let url: string;
let organizationId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, APP_HOOKS);
  const client = await newTriggerClient();
  const { body } = await client.call("POST", "/webhook_endpoints", { toolkit_slug: "loopback", client_id: "app" });
  [id, url] = [String(body.id), String(body.webhook_url)];
  await client.call("POST", `/webhook_endpoints/${id}`, { data: { signing_secret: "hush-hush" } });
  await client.upsert("LOOPBACK_MESSAGE", await connectLoopback(client.projectId, "ada", "key-of-ada"));
  await report(url, JSON.stringify({ at: url }), { "x-token": "wrong", "x-original-uri": new URL(url).pathname });
  const rows = await queryRows<{ id: string }>(
    "test.organization",
    "SELECT organization_id AS id FROM project WHERE id = $1",
    [client.projectId],
  );
  organizationId = rows[0]?.id ?? "";
});
afterAll(() => provider.close());

describe.each(ROLES)("%s", (role) => {
  it("gets whole addresses if allowed to change them, else their beginnings", async () => {
    const { cookie } = await addMember({ organizationId } as Parameters<typeof addMember>[0], role);
    const answers = [
      await callRoute(triggersRoute, { cookie }),
      await callRoute(endpointsRoute, { cookie }),
      await callRoute(endpointRoute, { cookie }, { params: { nano_id: id } }),
      await callRoute(refusedRoute, { cookie }),
    ];
    const changes = role !== "viewer" && role !== "auditor";
    const masked = `${id.slice(0, 7)}...`;
    for (const { status, body } of answers) {
      const text = JSON.stringify(body);
      expect([status, text.includes(changes ? id : masked), text.includes(id)]).toEqual([200, true, changes]);
    }
    expect(answers[1]?.body.items).toEqual([{ id: changes ? id : masked, toolkit_slug: "loopback", client_id: "app" }]);
    expect(answers[2]?.body.webhook_url).toBe(changes ? url : url.replace(id, masked));
  });
});
