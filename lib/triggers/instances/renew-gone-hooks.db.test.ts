/** Hooks that a provider has forgotten are made again; those that it has stay as they are. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectLoopback, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installLoopbackTriggers, newTriggerClient, type TriggerClient } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { renewGoneHooks, renewTriggerHook } from "./renew-gone-hooks";

const HOOKS = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature }
  secret: { from: generated }
  hook:
    create: { method: POST, path: /hooks, body: { url: "{url}", secret: "{secret}" } }
    id: id
    look: { request: { path: "/hooks/{hook}" }, when: [{ path: active, is: true }] }
triggers:
  LOOPBACK_RANG: { name: Rang, description: Somebody rings., payload: { door: string }, sample: { body: { door: front } } }
  LOOPBACK_OF_PERSON:
    name: Rang for a person
    description: Somebody rings, at a door or for the account's own person.
    config: { door: { type: string, description: Only this door } }
    hook:
      before: { unless: door, request: { path: /me } }
      create: { method: POST, path: /hooks, body: { url: "{url}", of: ["{config.door}", "{answer.id}"] } }
      id: id
    payload: { door: string }
    sample: { body: { door: front } }
`;

let provider: Provider;
let client: TriggerClient;
let hooks: number[] = [];
let created: { url: string; secret: string }[] = [];

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackTriggers(provider.baseUrl, HOOKS);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  [hooks, created] = [[], []];
  provider.answer = (request, response) => {
    const isHere = hooks.some((id) => request.url === `/hooks/${id}`);
    const status = request.method === "POST" || isHere ? 200 : 404;
    if (request.method === "POST") {
      hooks.push(hooks.length + 10 * created.length + 1);
      created.push(JSON.parse(request.body) as (typeof created)[number]);
    }
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify({ id: hooks.at(-1), active: true }));
  };
  client = await newTriggerClient();
});

it("makes a hook again that is gone, with the same address and secret, and only then", async () => {
  const account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  const id = await client.upsert("LOOPBACK_RANG", account);
  const before = (await client.state(id)).hook_id;
  expect(await renewGoneHooks(client.projectId, ON)).toBe(0);
  expect(created).toHaveLength(1);
  hooks = [];
  expect(await renewGoneHooks(client.projectId, ON)).toBe(1);
  expect(created).toEqual([created[0], created[0]]);
  const after = (await client.state(id)).hook_id;
  expect([after === before, typeof after]).toEqual([false, "string"]);
  expect(await renewGoneHooks(client.projectId, ON)).toBe(0);
});

it("makes one hook again on request, and leaves one that the provider has", async () => {
  const account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  const id = await client.upsert("LOOPBACK_RANG", account);
  expect(await renewTriggerHook(client.projectId, id, ON)).toBe(false);
  hooks = [];
  expect(await renewTriggerHook(client.projectId, id, ON)).toBe(true);
  expect(created).toEqual([created[0], created[0]]);
  await expect(renewTriggerHook("proj_other", id, ON)).rejects.toMatchObject({ status: 404 });
});

it("asks for what a hook needs before it is made, unless the config says it", async () => {
  const account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  const { answer } = provider;
  provider.answer = (request, response) =>
    request.url === "/me"
      ? void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: "person_1" }))
      : answer?.(request, response);
  await client.upsert("LOOPBACK_OF_PERSON", account);
  await client.upsert("LOOPBACK_OF_PERSON", account, { door: "back" });
  expect(created).toEqual([expect.objectContaining({ of: ["person_1"] }), expect.objectContaining({ of: ["back"] })]);
  provider.answer = (_request, response) => void response.writeHead(403).end();
  await expect(client.upsert("LOOPBACK_OF_PERSON", account, { door: "" })).rejects.toThrow("did not accept the hook");
});

it("leaves a hook that the provider does not answer about", async () => {
  const account = await connectLoopback(client.projectId, "ada", "key-of-ada");
  const id = await client.upsert("LOOPBACK_RANG", account);
  provider.answer = (_request, response) => void response.writeHead(500).end();
  expect(await renewGoneHooks(client.projectId, ON)).toBe(0);
  expect((await client.state(id)).hook_id).not.toBeNull();
});
