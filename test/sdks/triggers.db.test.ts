/**
 * Triggers through the official SDKs, unmodified, over HTTP: types are found, a trigger is made, listed, switched and
 * deleted.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Composio as CurrentComposio } from "@composio/core";
import { Composio as LegacyComposio } from "composio-core-legacy";
import { Composio as NextComposio } from "composio-core-next";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { connectLoopback, type Provider, startProvider } from "../servers/loopback-provider";
import { installLoopbackTriggers } from "../builders/loopback-triggers";
import { createTestOwner } from "../builders/owners";

const routes = await Promise.all([
  import("@/app/api/v3/trigger_instances/[slug]/upsert/route"),
  import("@/app/api/v3/trigger_instances/active/route"),
  import("@/app/api/v3/trigger_instances/manage/[triggerId]/route"),
  import("@/app/api/v3/triggers_types/route"),
  import("@/app/api/v3/triggers_types/list/enum/route"),
  import("@/app/api/v3/triggers_types/[slug]/route"),
  import("@/app/api/v3/connected_accounts/route"),
]);

const TRIGGERS = `
source: https://example.com/docs
triggers:
  LOOPBACK_PARCEL_SENT:
    name: Parcel sent
    description: A parcel is sent.
    config: { room: { type: string, description: The room, required: true } }
    poll: { request: { path: /items }, items: "", id: "{item.id}" }
    payload: { id: integer }
    sample: { body: [{ id: 1 }] }
`;

let provider: Provider;
let server: Server;
let options: { apiKey: string; baseURL: string; allowTracking: boolean; disableVersionCheck: boolean };
let account = "";

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, TRIGGERS);
  const { projectId } = await createTestOwner();
  const { key: apiKey } = await createApiKey(projectId, { name: "sdk" });
  account = await connectLoopback(projectId, "ada", "key-of-ada");
  const door = createApiRouter(routes.flatMap((module) => Object.values(module) as Route[]));
  const listener = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  options = { apiKey, baseURL, allowTracking: false, disableVersionCheck: true };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await provider.close();
});

type Sdk = InstanceType<typeof NextComposio>;

describe.each<[string, () => Sdk]>([
  ["core 0.21.0", () => new NextComposio(options)],
  ["core 0.19.0", () => new CurrentComposio(options) as never],
  ["core 0.5.4", () => new LegacyComposio(options) as never],
])("%s", (version, connect) => {
  it("listTypes, listEnum, getType: what there is", async () => {
    const { triggers } = connect();
    expect((await triggers.listTypes({ toolkits: ["loopback"] })).items).toMatchObject([
      { slug: "LOOPBACK_PARCEL_SENT", toolkit: { slug: "loopback" } },
    ]);
    expect(await triggers.listEnum()).toEqual(["LOOPBACK_PARCEL_SENT"]);
    expect(await triggers.getType("LOOPBACK_PARCEL_SENT")).toMatchObject({ config: { required: ["room"] } });
  });

  it("create, listActive, disable, enable, delete: the life of a trigger", async () => {
    const { triggers } = connect();
    const { triggerId } = await triggers.create("ada", "LOOPBACK_PARCEL_SENT", { triggerConfig: { room: version } });
    expect(triggerId).toMatch(/^ti_/);
    const listTriggers = async (query: object = {}) =>
      (await triggers.listActive({ triggerIds: [triggerId], ...query })).items;
    expect(await listTriggers()).toMatchObject([
      {
        id: triggerId,
        connectedAccountId: account,
        triggerName: "LOOPBACK_PARCEL_SENT",
        triggerConfig: { room: version },
      },
    ]);
    await triggers.disable(triggerId);
    expect(await listTriggers()).toEqual([]);
    expect(await listTriggers({ showDisabled: true })).toMatchObject([{ disabledAt: expect.any(String) as string }]);
    await triggers.enable(triggerId);
    expect(await listTriggers()).toHaveLength(1);
    expect(await triggers.delete(triggerId)).toEqual({ triggerId });
    expect(await listTriggers({ showDisabled: true })).toEqual([]);
  });

  it("create: a trigger type that there is not is an error of its own", async () => {
    await expect(connect().triggers.create("ada", "LOOPBACK_NOTHING", {})).rejects.toMatchObject({
      name: expect.stringContaining("Trigger") as string,
    });
  });
});
