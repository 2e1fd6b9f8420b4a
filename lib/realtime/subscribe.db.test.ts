/** `triggers.subscribe` of the official SDK, unmodified: through a proxy that ends TLS, as an operator has one. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { watchKey } from "@/lib/access/keys/watch-key";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { createListener } from "@/lib/http/listener/create-listener";
import { db } from "@/lib/kernel/database/db";
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { createTestOwner } from "@/test/builders/owners";
import { selfSigned } from "@/test/servers/self-signed";
import { freePort } from "@/test/builders/triggers";
import { isRealtime, realtimeServer } from "./realtime-server";

type Delivery = { at: number; data: Record<string, unknown> };

const routes = await Promise.all([
  import("@/app/api/v3/internal/sdk/realtime/auth/route"),
  import("@/app/api/v3/internal/sdk/realtime/credentials/route"),
]);
const door = createApiRouter(routes.flatMap((module) => Object.values(module) as Route[]));
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-tls-"));
const certificate = selfSigned();
const plain = createListener({
  answer: getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false }),
  upgrade: realtimeServer(watchKey),
  upgrades: isRealtime,
});
const tls = createServer(certificate, (outside) => {
  const inside = connect((plain.address() as AddressInfo).port, "127.0.0.1");
  for (const socket of [outside, inside])
    socket.on("error", () => [outside, inside].forEach((other) => other.destroy()));
  outside.pipe(inside).pipe(outside);
});
let origin = "";
let child: ChildProcess | undefined;

beforeAll(async () => {
  const port = await freePort();
  origin = `https://localhost:${port}`;
  process.env.PATCHBAY_PUBLIC_URL = origin;
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => tls.listen(port, "127.0.0.1", resolve));
  writeFileSync(path.join(folder, "authority.pem"), certificate.cert);
});
afterAll(async () => {
  child?.kill("SIGKILL");
  runDrains();
  plain.closeAllConnections();
  plain.close();
  tls.close();
  rmSync(folder, { recursive: true });
  await runStops(() => undefined);
});

it("the SDK 0.21.0 hears of an event of its project, and of no other's", async () => {
  const { projectId } = await createTestOwner();
  const { projectId: other } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "subscribe" });
  const trigger = {
    triggerSlug: "GITHUB_COMMIT_EVENT",
    triggerId: "ti_1",
    toolkitSlug: "github",
    userId: "ann",
    connectedAccountId: "ca_1",
    authConfigId: "ac_1",
  };
  const record = (project: string, payload: Record<string, unknown>) =>
    db.$transaction((tx) => recordEvent(tx, project, { type: "composio.trigger.message", trigger, payload }));
  const deliveries: Delivery[] = [];
  child = fork(fileURLToPath(new URL("../../test/children/subscribe-child.mjs", import.meta.url)), [key, origin], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: path.join(folder, "authority.pem") },
    execArgv: [],
  });
  const ready = new Promise((resolve) => {
    child?.on("message", (message) =>
      message === "ready" ? resolve(undefined) : deliveries.push(message as Delivery),
    );
  });
  await ready;
  // A client that is not connected yet misses an event: it is sent again until it arrives.
  let count = 0;
  await vi.waitFor(
    async () => {
      await record(other, { of: "another project" });
      count = Date.now();
      await record(projectId, { ref: "main" });
      await vi.waitFor(() => expect(deliveries.length).toBeGreaterThan(0), { timeout: 2000, interval: 5 });
    },
    { timeout: 60_000, interval: 10 },
  );
  expect(deliveries[0]?.data).toMatchObject({
    triggerSlug: "GITHUB_COMMIT_EVENT",
    userId: "ann",
    payload: { ref: "main" },
  });
  expect(JSON.stringify(deliveries)).not.toContain("another project");
  if (process.env.PATCHBAY_SOAK_WEBHOOKS)
    process.stdout.write(`An event was heard ${(deliveries.at(-1)?.at ?? 0) - count} ms after it came.\n`);
}, 120_000);
