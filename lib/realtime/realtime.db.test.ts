/** The websocket, with a real server and the client library of the published SDK's protocol. */
import { connect as connectTo, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { createApiKey, revokeApiKey } from "@/lib/access/keys/api-keys";
import { watchKey } from "@/lib/access/keys/watch-key";
import { createListener } from "@/lib/http/listener/create-listener";
import { db } from "@/lib/kernel/database/db";
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { AUDIT_EVENT } from "@/lib/webhooks/event-types";
import { watchEvents } from "@/lib/webhooks/events/watch-events";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { openAllRoutes } from "@/test/servers/all-routes";
import { createTestOwner } from "@/test/builders/owners";
import { holdTime } from "@/test/setup/hold-time";
import { isRealtime, realtimeServer } from "./realtime-server";

const door = openAllRoutes();
const server = createListener({
  answer: (_, response) => response.end("plain"),
  upgrade: realtimeServer(watchKey),
  upgrades: isRealtime,
});
const within = { timeout: 20_000, interval: 20 };
let origin = "";
let projectId = "";
let key = "";
let keyId = "";

const ask = (path: string, apiKey: string, form?: Record<string, string>) =>
  door.fetch(
    new Request(`http://localhost:3000/api/v3/internal/sdk/realtime/${path}`, {
      method: form ? "POST" : "GET",
      headers: { "x-api-key": apiKey },
      ...(form && { body: new URLSearchParams(form) }),
    }),
  );

type Message = { event: string; channel?: string; data: string };
type Client = { inbox: Message[]; say: (message: unknown) => void; closed: () => number | undefined; socketId: string };

async function connect(actor: string): Promise<Client> {
  const socket = new WebSocket(`${origin}/pusher?.pusher.com:443/app/${actor}?protocol=7&client=js&version=8.6.0`);
  const inbox: Message[] = [];
  let code: number | undefined;
  socket.on("message", (data: Buffer) => inbox.push(JSON.parse(data.toString()) as Message));
  socket.on("close", (closed) => (code = closed));
  await vi.waitFor(() => expect(inbox[0]?.event).toBe("pusher:connection_established"), within);
  const { socket_id: socketId } = JSON.parse(inbox[0]?.data ?? "") as { socket_id: string };
  return { inbox, socketId, say: (message) => socket.send(JSON.stringify(message)), closed: () => code };
}

async function authorize(client: Client, apiKey: string, channel: string): Promise<{ status: number; auth: string }> {
  const answer = await ask("auth", apiKey, { socket_id: client.socketId, channel_name: channel });
  return { status: answer.status, auth: ((await answer.json()) as { auth?: string }).auth ?? "" };
}

const channelOf = (project: string): string => `private-${project}_triggers`;
const eventsOf = ({ inbox }: Client): string[] => inbox.map(({ event }) => event);

async function listenAs(apiKey: string, actor: string, project: string): Promise<Client> {
  const client = await connect(actor);
  const { auth } = await authorize(client, apiKey, channelOf(project));
  client.say({ event: "pusher:subscribe", data: { channel: channelOf(project), auth } });
  await vi.waitFor(() => expect(eventsOf(client)).toContain("pusher_internal:subscription_succeeded"), within);
  return client;
}

const trigger = {
  triggerSlug: "GITHUB_COMMIT_EVENT",
  triggerId: "ti_1",
  toolkitSlug: "github",
  userId: "ann",
  connectedAccountId: "ca_1",
  authConfigId: "ac_1",
};
const record = (payload: Record<string, unknown>, project = projectId) =>
  db.$transaction((tx) => recordEvent(tx, project, { type: "composio.trigger.message", trigger, payload }));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
  ({ key, id: keyId } = await createApiKey(projectId, { name: "one" }));
});
afterAll(async () => {
  runDrains();
  server.closeAllConnections();
  server.close();
  await runStops(() => undefined);
});

describe("the websocket", () => {
  it("is named to clients so that they come to this server", async () => {
    expect(await (await ask("credentials", key)).json()).toEqual({
      project_id: projectId,
      pusher_key: keyId,
      pusher_cluster: "x@localhost:3000/pusher?",
    });
  });

  it("tells an event with the names of old and new clients, long ones in parts", async () => {
    const client = await listenAs(key, keyId, projectId);
    const { id } = await record({ ref: "main" });
    await vi.waitFor(() => expect(eventsOf(client)).toContain("trigger_to_client"), within);
    const toClient = client.inbox.find(({ event }) => event === "trigger_to_client");
    expect(JSON.parse(toClient?.data ?? "")).toMatchObject({
      id,
      type: "composio.trigger.message",
      data: { ref: "main" },
      payload: { ref: "main" },
      appName: "github",
      metadata: { trigger_id: "ti_1", nanoId: "ti_1", connection: { connectedAccountNanoId: "ca_1" } },
    });
    await record({ text: "é".repeat(20_000) });
    await vi.waitFor(() => expect(JSON.stringify(client.inbox)).toContain('\\"final\\":true'), within);
    const parts = client.inbox
      .filter(({ event }) => event === "chunked-trigger_to_client")
      .map(({ data }) => JSON.parse(data) as { index: number; chunk: string });
    const whole = JSON.parse(parts.map(({ chunk }) => chunk).join("")) as { data: { text: string } };
    expect(whole.data.text).toBe("é".repeat(20_000));
  });

  it("tells what happens to accounts on the stream alone, and audit events on neither", async () => {
    const client = await listenAs(key, keyId, projectId);
    const control = new AbortController();
    const stream = await door.fetch(
      new Request("http://localhost:3000/api/v3/internal/patchbay/events/stream", {
        headers: { "x-api-key": key },
        signal: control.signal,
      }),
    );
    const type = "composio.connected_account.expired";
    const about = { connectedAccountId: "ca_1" };
    const audit = { payload: { action: "member.remove" }, lane: "audit-org_1", onlyTo: "whs_1" };
    await db.$transaction((tx) => recordEvent(tx, projectId, { type: AUDIT_EVENT, ...audit }));
    await db.$transaction((tx) => recordEvent(tx, projectId, { type, about, payload: { id: "ca_1" } }));
    const { id } = await record({ ref: "main" });
    let text = "";
    const reader = stream.body?.getReader();
    while (reader && !text.includes(id)) text += Buffer.from((await reader.read()).value ?? []).toString();
    control.abort();
    expect(text).toContain(`"type":"${type}"`);
    expect(text).not.toContain(AUDIT_EVENT);
    await vi.waitFor(() => expect(eventsOf(client)).toContain("trigger_to_client"), within);
    for (const other of [type, AUDIT_EVENT]) expect(JSON.stringify(client.inbox)).not.toContain(other);
  });

  it("answers pings", async () => {
    const client = await connect(keyId);
    client.say({ event: "pusher:ping", data: {} });
    await vi.waitFor(() => expect(eventsOf(client)).toContain("pusher:pong"), within);
  });

  it("403: another project's channel; nothing of it comes with a proof of one's own", async () => {
    const { projectId: other } = await createTestOwner();
    const client = await connect(keyId);
    expect(await authorize(client, key, channelOf(other))).toMatchObject({ status: 403, auth: "" });
    const { auth } = await authorize(client, key, channelOf(projectId));
    for (const proof of [auth, "", `${keyId}:${"0".repeat(64)}`, `key_other:${auth.split(":")[1]}`])
      client.say({ event: "pusher:subscribe", data: { channel: channelOf(other), auth: proof } });
    await vi.waitFor(
      () => expect(eventsOf(client).filter((name) => name === "pusher:subscription_error")).toHaveLength(4),
      within,
    );
    await record({ secret: 1 }, other);
    client.say({ event: "pusher:ping", data: {} });
    await vi.waitFor(() => expect(eventsOf(client)).toContain("pusher:pong"), within);
    expect(JSON.stringify(client.inbox)).not.toContain("secret");
  });

  it("takes a proof for the connection that it was made for, and for no other", async () => {
    const [first, second] = [await connect(keyId), await connect(keyId)];
    const { auth } = await authorize(first, key, channelOf(projectId));
    second.say({ event: "pusher:subscribe", data: { channel: channelOf(projectId), auth } });
    await vi.waitFor(() => expect(eventsOf(second)).toContain("pusher:subscription_error"), within);
  });

  it("ends when the key is revoked", async () => {
    const client = await listenAs(key, keyId, projectId);
    await revokeApiKey(projectId, keyId);
    await vi.waitFor(() => expect(client.closed()).toBe(4200), within);
  });

  it("ends when the key is revoked after its client has unsubscribed, whose proof would be good again", async () => {
    const client = await listenAs(key, keyId, projectId);
    client.say({ event: "pusher:unsubscribe", data: { channel: channelOf(projectId) } });
    client.say({ event: "pusher:ping", data: {} });
    await vi.waitFor(() => expect(eventsOf(client)).toContain("pusher:pong"), within);
    await revokeApiKey(projectId, keyId);
    await vi.waitFor(() => expect(client.closed()).toBe(4200), within);
  });

  it("ends for a client that keeps trying proofs, and for one that asks and does not read", async () => {
    const trying = await connect(keyId);
    for (let n = 0; n < 40; n++)
      trying.say({ event: "pusher:subscribe", data: { channel: channelOf(projectId), auth: `${keyId}:${n}` } });
    await vi.waitFor(() => expect(trying.closed()).toBe(4009), within);
    const socket = new WebSocket(`${origin}/pusher/app/${keyId}`);
    let closed = false;
    socket.on("close", () => (closed = true));
    await new Promise((resolve) => socket.on("open", resolve));
    socket.pause();
    const ask = setInterval(() => {
      for (let n = 0; n < 5000; n++) socket.send('{"event":"pusher:ping"}');
      // Messages cannot be sent once the other side has gone.
      if (socket.readyState !== socket.OPEN) socket.resume();
    }, 5);
    socket.on("error", () => undefined);
    await vi
      .waitFor(() => expect(closed || socket.readyState !== socket.OPEN).toBe(true), within)
      .finally(() => {
        clearInterval(ask);
        socket.terminate();
      });
  });

  it("ends for a client that says more than clients do, whoever it is", async () => {
    const client = await connect("nobody");
    // All of it is said within ten seconds.
    onTestFinished(holdTime());
    for (let n = 0; n < 600; n++) client.say({ event: "pusher:ping", data: {} });
    await vi.waitFor(() => expect(client.closed()).toBe(4009), within);
    expect(eventsOf(client).filter((name) => name === "pusher:pong").length).toBeLessThanOrEqual(500);
  });

  it("makes a message once for all who listen", async () => {
    const events: unknown[] = [];
    const watcher = { happened: (live: unknown) => void events.push(live), gap: () => undefined };
    const ends = [watchEvents(projectId, watcher), watchEvents(projectId, { ...watcher })];
    await record({ ref: "main" });
    await vi.waitFor(() => expect(events).toHaveLength(2), within);
    for (const end of ends) end();
    expect(events[0]).toBe(events[1]);
  });

  it("ends for what is no JSON, and for a message that is too long", async () => {
    for (const text of ["{", "x".repeat(20_000)]) {
      const socket = new WebSocket(`${origin}/pusher/app/${keyId}`);
      let closed = false;
      socket.on("open", () => socket.send(text));
      socket.on("close", () => (closed = true));
      await vi.waitFor(() => expect(closed).toBe(true), within);
    }
  });
});

it("429: one address with fifty connections that have shown no proof", async () => {
  const open: WebSocket[] = [];
  const dial = () =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${origin}/pusher/app/${keyId}`);
      open.push(socket);
      socket.on("open", () => resolve(101));
      socket.on("error", () => undefined);
      socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    });
  const listening = await listenAs(key, keyId, projectId);
  let status = 101;
  while (status === 101 && open.length < 60) status = await dial();
  expect(status).toBe(429);
  expect(listening.closed()).toBeUndefined();
  for (const socket of open) socket.terminate();
  await vi.waitFor(async () => expect(await dial()).toBe(101), within);
  open.at(-1)?.terminate();
});

it("an address that is no websocket's is refused, and its connection does not stay", async () => {
  const count = () => new Promise<number>((resolve) => server.getConnections((_, all) => resolve(all)));
  const before = await count();
  const socket = connectTo({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.on("data", (data: Buffer) => (received += data.toString()));
  socket.on("error", () => undefined);
  socket.write("GET /pusher/none HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  await vi.waitFor(() => expect(received).toContain("400 Bad Request"), within);
  await vi.waitFor(async () => expect(await count()).toBeLessThanOrEqual(before), within);
  socket.destroy();
});

it("other requests for another protocol are answered like any other, with their body", async () => {
  const answer = await fetch(origin.replace("ws:", "http:"), { method: "POST", body: "hello" });
  expect(await answer.text()).toBe("plain");
  const { request } = await import("node:http");
  const text = await new Promise<string>((resolve, reject) => {
    const outgoing = request(
      `${origin.replace("ws:", "http:")}/api`,
      { method: "POST", headers: { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" } },
      (received) => {
        let body = "";
        received.on("data", (chunk: Buffer) => (body += chunk.toString()));
        received.on("end", () => resolve(body));
      },
    );
    outgoing.on("error", reject).end("hello");
  });
  expect(text).toBe("plain");
});
