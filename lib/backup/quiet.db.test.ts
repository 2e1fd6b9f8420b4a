/** A server that is quiet after a restore: it renews no token and runs no job until an owner wakes it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { countCatalog } from "@/lib/catalog/read/find-toolkits";
import { resolveAccount } from "@/lib/connected-accounts/accounts/accounts";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { readHealth } from "@/lib/health/health";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { beginQuiet } from "@/lib/kernel/database/quiet";
import { pool } from "@/lib/kernel/database/pools";
import { isQueueRunning } from "@/lib/kernel/jobs/queue";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { moveClock } from "@/lib/kernel/time/clock";
import { startWorker } from "@/lib/worker";
import { ON } from "@/test/builders/origin";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { newClient, visit } from "@/test/clients/connect-api";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { remembered } from "@/test/setup/process-memory";

const MADE_AT = new Date("2026-11-01T00:00:00Z");
const door = createApiRouter(
  Object.values(await import("@/app/api/v3/internal/patchbay/wake/route")) as unknown as Route[],
);
let owner: string;
let stranger: string;

beforeAll(async () => {
  owner = await sessionCookie((await createTestOwner()).userId);
  stranger = await sessionCookie((await createTestOwner()).userId);
});
beforeEach(async () => {
  await db.quietState.deleteMany({});
  remembered.delete("quiet");
  await beginQuiet(pool() as never, MADE_AT);
});
afterEach(() => db.quietState.deleteMany({}));
afterAll(() => runStops(() => undefined));

const wake = (cookie: string) =>
  door.fetch(
    new Request("http://localhost:3000/api/v3/internal/patchbay/wake", {
      method: "POST",
      headers: { cookie, origin: "http://localhost:3000", "content-type": "application/json" },
    }),
  );

it("renews no token, and says why to whoever needs a new one; a token that is valid still works", async () => {
  await installConnectToolkits();
  const client = await newClient();
  const server = await startOAuthServer({ redirectUri: CALLBACK });
  const { body: config } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "strict" },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: server.credentials },
  });
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.auth_config.id },
    connection: { user_id: "ada" },
  });
  const { location } = await visit(body.redirect_url);
  await visit(await giveConsent(location ?? "", "ada"));
  const account = await resolveAccount(client.projectId, { toolkitSlug: "strict", connectedAccountId: body.id });
  const scheme = (await requireToolkit(client.projectId, "strict")).authSchemes[0];
  if (!scheme) throw new Error("strict has no scheme");
  const open = () => openCredentials(client.projectId, account, scheme, ON);
  expect((await open()).values.access_token).toBeTruthy();
  const restore = moveClock(3_600_000);
  try {
    await expect(open()).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining("This server was restored from a backup and is paused") as string,
      details: { suggestedFix: expect.stringContaining("wake it in the dashboard") as string },
    });
    await db.quietState.deleteMany({});
    // The refresh token was not used: it works as soon as the server is awake.
    expect((await open()).values.access_token).toBeTruthy();
  } finally {
    restore();
    await server.stop();
  }
});

it("is told by the health, and is woken by an owner of the first organization alone, with an entry in the audit trail", async () => {
  const health = () => readHealth(countCatalog, { status: "available", problems: [], notes: [], limits: null });
  expect((await health()).quiet).toMatchObject({ backup_made_at: MADE_AT.toISOString() });
  expect((await wake(stranger)).status).toBe(403);
  expect((await health()).quiet).not.toBeNull();
  const answer = await wake(owner);
  expect([answer.status, await answer.json()]).toEqual([200, { woken: true }]);
  expect((await health()).quiet).toBeNull();
  expect(await (await wake(owner)).json()).toEqual({ woken: false });
  const events = await db.auditEvent.findMany({ where: { action: "server.wake" }, orderBy: { id: "asc" } });
  expect(events.map(({ outcome }) => outcome)).toEqual(["refused", "done", "done"]);
});

it("takes no jobs until it is woken, by whichever copy", async () => {
  await startWorker();
  expect(isQueueRunning()).toBe(false);
  await db.quietState.updateMany({ data: { wokenAt: new Date() } });
  await vi.waitFor(() => expect(isQueueRunning()).toBe(true), { timeout: 60_000, interval: 100 });
});
