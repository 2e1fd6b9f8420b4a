/** How long a link counts, and what it makes of an account that was switched off meanwhile. */
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { updateProject } from "@/lib/access/projects/projects";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { expireIncompleteAccounts } from "../connect/expire-incomplete-accounts";
import { resolveAccount } from "./accounts";

const APP = { client_id: "an-app", client_secret: "the-app-s-secret-0123" };
let client: Client;
const restores: (() => void)[] = [];
beforeAll(async () => {
  await installConnectToolkits();
});
// A project for each test, so that one that is repeated begins as it did before.
beforeEach(async () => {
  client = await newClient();
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

async function newConfig(slug: string, authScheme: string, credentials: object = {}): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  return body.auth_config.id;
}

it("returns 410 for an ended link to a provider, opened or pressed, and begins no consent", async () => {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: await newConfig("strict", "OAUTH2", APP) },
    connection: { user_id: "ada" },
  });
  const link = String(body.redirect_url);
  expect((await visit(link)).status).toBe(303);
  restores.push(moveClock(601_000));
  expect([(await visit(link)).status, (await submit(link, { action: "connect" })).status]).toEqual([410, 410]);
});

it("returns 400 1803 for an account that was disabled before its person connected it", async () => {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: await newConfig("keyed", "API_KEY"),
    user_id: "ada",
  });
  const id = body.connected_account_id;
  await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled: false });
  await submit(body.redirect_url, { action: "connect", subdomain: "acme", api_key: "a-key-0123456789" });
  expect((await client.call("GET", `/connected_accounts/${id}`)).body.status).toBe("ACTIVE");
  await expect(resolveAccount(client.projectId, { connectedAccountId: id })).rejects.toMatchObject({
    message: expect.stringContaining("it is disabled") as string,
    details: { code: 1803 },
  });
});

it("an account shows the expiry of its link as long as the link works", async () => {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: await newConfig("keyed", "API_KEY"),
    user_id: "ada of the page",
  });
  const readExpiry = async () =>
    (await client.call("GET", `/connected_accounts/${body.connected_account_id}`)).body.link_expires_at;
  expect(await readExpiry()).toBe(body.expires_at);
  await submit(body.redirect_url, { action: "connect", subdomain: "acme", api_key: "a-key-0123456789" });
  expect(await readExpiry()).toBeUndefined();
});

const DAY_MS = 86_400_000;

/** Minutes until the expiry that each way to create a link returns. */
async function minutesOfLinks({ call }: Client, authConfigId: string, userId: string): Promise<number[]> {
  const link = { auth_config_id: authConfigId, user_id: userId };
  const { body: linkBody } = await call("POST", "/connected_accounts/link", link);
  const { body: again } = await call("POST", `/connected_accounts/${linkBody.connected_account_id}/refresh`, {});
  const { body: session } = await call("POST", "/tool_router/session", { user_id: `${userId} of a session` });
  const { body: within } = await call("POST", `/tool_router/session/${String(session.session_id)}/link`, {
    toolkit: "keyed",
  });
  return [linkBody, again, within].map(({ expires_at: time }) =>
    Math.round((new Date(String(time)).getTime() - Date.now()) / 60_000),
  );
}

it("a link works as long as the project says, whoever creates it, and its account waits as long", async () => {
  const config = await newConfig("keyed", "API_KEY");
  expect(await minutesOfLinks(client, config, "early")).toEqual([10, 10, 10]);
  const { body: early } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: config,
    user_id: "eve",
  });
  await updateProject(client.projectId, { config: { linkMinutes: 7 * 24 * 60 } });
  expect(await minutesOfLinks(client, config, "late")).toEqual([10_080, 10_080, 10_080]);
  const { body: late } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: config,
    user_id: "zoe",
  });
  restores.push(moveClock(601_000));
  expect([(await visit(early.redirect_url)).status, (await visit(late.redirect_url)).status]).toEqual([410, 200]);
  restores.push(moveClock(7 * DAY_MS - 661_000));
  await expireIncompleteAccounts();
  const waiting = await client.call("GET", `/connected_accounts/${late.connected_account_id}`);
  expect([(await visit(late.redirect_url)).status, waiting.body.status]).toEqual([200, "INITIALIZING"]);
  restores.push(moveClock(120_000));
  await expireIncompleteAccounts();
  const over = await client.call("GET", `/connected_accounts/${late.connected_account_id}`);
  expect([(await visit(late.redirect_url)).status, over.body.status]).toEqual([410, "EXPIRED"]);
});

it("a link works as long as its creator says, from ten minutes to seven days, whatever the project says", async () => {
  await updateProject(client.projectId, { config: { linkMinutes: 60 } });
  const body = { auth_config_id: await newConfig("keyed", "API_KEY"), user_id: "day" };
  const make = (minutes?: unknown) =>
    client.call("POST", "/connected_accounts/link", { ...body, expires_in_minutes: minutes });
  const start = Date.now();
  const ends = await Promise.all([make(), make(10), make(1440), make(10_080)]);
  expect(ends.map(({ body: link }) => Math.round((Date.parse(String(link.expires_at)) - start) / 60_000))).toEqual([
    60, 10, 1440, 10_080,
  ]);
  for (const minutes of [9, 10_081, 0, -1, 10.5, "60", null]) expect((await make(minutes)).status).toBe(400);
});

it("a link to a consent made by POST /connected_accounts works as long as the project's setting", async () => {
  await updateProject(client.projectId, { config: { linkMinutes: 7 * 24 * 60 } });
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: await newConfig("strict", "OAUTH2", APP) },
    connection: { user_id: "ada" },
  });
  restores.push(moveClock(6 * DAY_MS));
  expect((await visit(String(body.redirect_url))).status).toBe(303);
});

it.each([9, 0, -1, 10_081, 10.5, "60"])("returns 400 for links that work for %s minutes", async (minutes) => {
  const { status, body } = await client.call("PATCH", "/org/project/config", { link_lifetime_minutes: minutes });
  expect(status).toBe(400);
  expect(body.error?.errors?.join()).toMatch(/link_lifetime_minutes: must be (from 10 to 10080|a (whole )?number)/);
});
