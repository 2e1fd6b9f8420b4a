/** COMPOSIO_WAIT_FOR_CONNECTIONS. */
import { beforeAll, expect, it } from "vitest";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import type { Session } from "../../session";
import { type Client, newClient, submit } from "@/test/clients/connect-api";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { runMetaTool } from "../run-meta-tool";

type Data = { message: string; results: Record<string, Record<string, unknown>> };

let client: Client;
const composio = metaToolkit();
const promised = composio.tools.find(({ slug }) => slug === "COMPOSIO_WAIT_FOR_CONNECTIONS")?.outputSchema ?? {};

beforeAll(async () => {
  await installConnectToolkits({}, [composio]);
  client = await newClient();
});

const session = (user: string): Session =>
  plainSession(client.projectId, user, {
    manage_connections: { enabled: true, enable_wait_for_connections: true, enable_connection_removal: true },
  });
const call = async (slug: string, user: string, args: Record<string, unknown>, signal?: AbortSignal) => {
  const answer = await runMetaTool(slug, args, {
    caller: { projectId: client.projectId, settings: { storePayloads: true } },
    session: session(user),
    facts: { ...ON, source: {}, ...(signal && { signal }) },
  });
  return answer;
};
async function wait(user: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<Data> {
  const answer = await call("COMPOSIO_WAIT_FOR_CONNECTIONS", user, args, signal);
  expect(schemaCheck(promised)(answer)).toEqual([]);
  return answer.data as Data;
}
/** The links for these toolkits. */
async function links(user: string, toolkits: string[]): Promise<Record<string, string>> {
  const { results } = (await call("COMPOSIO_MANAGE_CONNECTIONS", user, { toolkits })).data as Data;
  return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, String(result.redirect_url)]));
}
const signIn = (url = "") =>
  submit(url, { action: "connect", api_key: "an-api-key-0123456789", username: "a", password: "b" });
const statuses = ({ results }: Data) =>
  Object.fromEntries(Object.entries(results).map(([name, { status }]) => [name, status]));

it("returns at once if nothing can change: connected, unknown, never begun", async () => {
  const data = await wait("ada", { toolkits: ["open", "nothere", "queried"], timeout: 600 });
  expect(statuses(data)).toEqual({ open: "ACTIVE", nothere: "NOT_FOUND", queried: "NOT_FOUND" });
  expect(data.message).toBe("connected: open; not begun: nothere, queried");
  expect(data.results.queried?.error_message).toContain("COMPOSIO_MANAGE_CONNECTIONS");
});

it("waits until the person has signed in", async () => {
  const { queried } = await links("bob", ["queried"]);
  const waiting = wait("bob", { toolkits: ["queried"], timeout: 600 });
  await signIn(queried);
  expect((await waiting).results.queried).toMatchObject({
    toolkit: "queried",
    status: "ACTIVE",
    connected_account_id: expect.stringMatching(/^ca_/),
    auth_config_id: expect.stringMatching(/^ac_/),
  });
});

it("waits for one of the toolkits or for all, as requested", async () => {
  const both = await links("carl", ["queried", "basic"]);
  const all = wait("carl", { toolkits: ["queried", "basic"], mode: "all", timeout: 600 });
  await signIn(both.queried);
  expect(statuses(await wait("carl", { toolkits: ["queried", "basic"], timeout: 600 }))).toEqual({
    queried: "ACTIVE",
    basic: "INITIATED",
  });
  await signIn(both.basic);
  expect(statuses(await all)).toEqual({ queried: "ACTIVE", basic: "ACTIVE" });
});

it("returns the current state when the time is over, and when the caller hangs up", async () => {
  await links("dora", ["queried"]);
  expect(statuses(await wait("dora", { toolkits: ["queried"], timeout: 0 }))).toEqual({ queried: "INITIATED" });
  const controller = new AbortController();
  const waiting = wait("dora", { toolkits: ["queried"], timeout: 600 }, controller.signal);
  controller.abort();
  expect(statuses(await waiting)).toEqual({ queried: "INITIATED" });
});

it("reports why a connection failed, instead of waiting for it", async () => {
  const { queried } = await links("emil", ["queried"]);
  await submit(queried ?? "", { action: "cancel" });
  expect((await wait("emil", { toolkits: ["queried"], timeout: 600 })).results.queried).toMatchObject({
    status: "FAILED",
    error_message: expect.stringContaining("canceled"),
  });
});

it("returns 403 if the session allows no waiting", async () => {
  const closed = plainSession(client.projectId, "ada");
  const attempt = runMetaTool(
    "COMPOSIO_WAIT_FOR_CONNECTIONS",
    { toolkits: ["queried"] },
    {
      caller: { projectId: client.projectId, settings: { storePayloads: true } },
      session: closed,
      facts: { ...ON, source: {} },
    },
  );
  await expect(attempt).rejects.toMatchObject({ status: 403 });
});

it("returns 429 above a project's limit of waits, and each that ends makes room", async () => {
  await links("fritz", ["queried"]);
  const controller = new AbortController();
  // Which call begins last, and has no room, depends on the machine.
  const calls = Array.from({ length: 101 }, () =>
    wait("fritz", { toolkits: ["queried"], timeout: 600 }, controller.signal),
  );
  const refusal = await Promise.any(calls.map((call) => call.then(() => Promise.reject(new Error("waited")), String)));
  expect(refusal).toMatch("Too many calls of this project wait for connections already.");
  controller.abort();
  const ends = await Promise.allSettled(calls);
  expect(ends.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { status: 429 } }]);
  expect(statuses(await wait("fritz", { toolkits: ["queried"], timeout: 0 }))).toEqual({ queried: "INITIATED" });
});
