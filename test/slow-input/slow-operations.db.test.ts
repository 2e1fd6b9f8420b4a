/**
 * Hostile texts and values in every place of every operation, through the door of a started server: none is answered
 * with a failure of the server. `npm run soak -- slow` sends 1 MB, and holds the loop's delay against its limit.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "@/lib/api";
import { newWholeTenant, renewTenant } from "../attacker/renew-tenant";
import { openServer } from "../attacker/tenants";
import { installLoopbackToolkit, type Provider, startProvider } from "../servers/loopback-provider";
import { MCP_TOOLS } from "../clients/mcp-api";
import { newTable } from "./hold";
import { hostileRequests } from "./requests";
import { startMeasured } from "./server";

const SOAK = Number(process.env.PATCHBAY_SOAK_SLOW ?? 0);
/** The inputs of a small run: one of each family. */
const KINDS = ["NUL characters", "halves of surrogates", "many secret keys", "64 levels of a long list"];
const SIZES = SOAK > 0 ? { body: SOAK } : { body: 20_000, kinds: KINDS };
const HOUR = 3_600_000;
/** Its answer does not end, and has no input. */
const TESTED_OPERATIONS = operations.filter(({ id }) => !["streamToolLogs", "streamEvents"].includes(id));

let provider: Provider;
let server: Awaited<ReturnType<typeof startMeasured>>;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  await openServer();
  server = await startMeasured(SOAK > 0);
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

it("input of strangers makes no operation fail or hold up the event loop", { timeout: HOUR }, async () => {
  const table = newTable("requests");
  const failed: string[] = [];
  let requestCount = 0;
  let tenant = await newWholeTenant();
  for (const op of TESTED_OPERATIONS) {
    for (const hostile of hostileRequests(op, tenant, SIZES)) {
      requestCount++;
      const { status, ms } = await server.send(hostile.sent);
      table.add(`${op.id}, ${hostile.place}`, hostile.kind, ms);
      if (typeof status === "string" || (status >= 500 && status !== 501))
        failed.push(`${op.id}, ${hostile.place}, ${hostile.kind}: ${status}`);
    }
    provider.reset();
    // Some operations end the credential, or the thing itself.
    tenant = await renewTenant(op, tenant);
  }
  if (SOAK > 0) table.print();
  expect(failed).toEqual([]);
  expect(requestCount).toBeGreaterThan(TESTED_OPERATIONS.length);
  if (SOAK === 0) return;
  expect(table.over()).toEqual([]);
});
