/**
 * The important writing operations, several at a time, with only one connection. A transaction that needs a second
 * connection would wait for itself. Operations answer; none of them waits until the pool gives up.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { completeSetup, ensureSetupLink } from "@/lib/access/sign-in/setup";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { pool } from "@/lib/kernel/database/db";
import { newTenant, sender, type Tenant } from "../attacker/tenants";
import type { Send } from "../attacker/send";
import { installLoopbackToolkit, type Provider, startProvider } from "../servers/loopback-provider";
import { MCP_TOOLS } from "../clients/mcp-api";

let provider: Provider;

beforeAll(async () => {
  pool().options.max = 1;
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
});
afterAll(() => provider.close());

const API = "/api/v3";
const INTERNAL_API = `${API}/internal/patchbay`;

/**
 * Changes and deletes a tenant's objects, after `newTenant` has created one of each kind. Returns the refused requests.
 */
async function changeEverything({ byKey, bySession, ids, projectId }: Tenant): Promise<string[]> {
  const [asKey, asOwner] = [sender(byKey), sender(bySession)];
  const inProject = { "x-project-id": projectId };
  const steps: [Send, string, string, unknown?][] = [
    [asKey, "PATCH", `${API}/auth_configs/${ids.config}`, { type: "custom", credentials: { api_key: "another" } }],
    [asKey, "PATCH", `${API}/auth_configs/${ids.config}/DISABLED`],
    [asKey, "PATCH", `${API}/auth_configs/${ids.config}/ENABLED`],
    [asKey, "PATCH", `${API}/connected_accounts/${ids.account}/status`, { enabled: false }],
    [asKey, "PATCH", `${API}/connected_accounts/${ids.account}/status`, { enabled: true }],
    [asKey, "PATCH", `${API}/connected_accounts/${ids.account}`, { alias: "mine" }],
    [asKey, "POST", `${API}/connected_accounts/${ids.account}/refresh`],
    [asOwner, "PATCH", `${API}/org/project/config`, { display_name: "One connection" }],
    [asKey, "POST", `${API}/connected_accounts/${ids.account}/revoke`],
    [asKey, "DELETE", `${API}/connected_accounts/${ids.account}?revoke_on_delete=true`],
    [asKey, "DELETE", `${API}/auth_configs/${ids.config}?revoke_on_delete=true`],
    [asOwner, "POST", `${INTERNAL_API}/revocations`, { scope: "project" }],
    [asKey, "POST", `${INTERNAL_API}/mcp/${ids.server}/addresses/end_all`],
    [asKey, "DELETE", `${API}/mcp/${ids.server}`],
    [asOwner, "DELETE", `${INTERNAL_API}/api_keys/${ids.key}`],
    [asOwner, "POST", `${INTERNAL_API}/projects`, { name: "The next one" }],
    [asOwner, "DELETE", `${API}/org/owner/project/${projectId}?revoke_on_delete=true`],
  ];
  const failures: string[] = [];
  for (const [send, method, path, body] of steps) {
    // A cache hides reads. With cold caches, the request makes all of them.
    forgetCatalog();
    const { status, text } = await send(method, path, body, inProject);
    if (status >= 300) failures.push(`${method} ${path}: ${status} ${text}`);
  }
  return failures;
}

it("everything is made, changed and taken away through one connection", async () => {
  const token = new URL((await ensureSetupLink()) ?? "").searchParams.get("token") ?? "";
  await completeSetup({ token, email: "first@example.com", password: "a sentence for tests", projectName: "First" });
  forgetCatalog();
  const tenants = await Promise.all(["one", "two", "three"].map((mark) => newTenant(mark)));
  expect((await Promise.all(tenants.map(changeEverything))).flat()).toEqual([]);
});
