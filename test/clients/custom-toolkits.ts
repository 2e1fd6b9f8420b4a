/** A server with all routes, a project, and MCP servers on loopback that become its toolkits. */
import { afterAll, beforeAll, vi } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createTestOwner } from "../builders/owners";
import { listen } from "../servers/api";
import { type Behavior, type HostileMcp, startHostileMcp } from "../servers/hostile-mcp";
import { forgetSettings } from "../setup/process-memory";

export type Body = Record<string, unknown>;
export type Answer = { status: number; body: Body };

export type CustomToolkits = {
  projectId: string;
  keys: { project: string; stranger: string };
  server: HostileMcp;
  /** Of the server with all routes. */
  url: string;
  call: (method: string, path: string, body?: object, key?: string) => Promise<Answer>;
  /** Registers the MCP server at the path `mcp`; an own config wins. */
  register: (slug: string, config?: object, path?: string, more?: object) => Promise<Answer>;
};

/** Starts everything before the first test of a file, and stops it behind the last. */
export function useCustomToolkits(behaviors: Readonly<Record<string, Behavior>>): CustomToolkits {
  const stand = {} as CustomToolkits;
  let api: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    const server = await startHostileMcp(behaviors);
    vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "127.0.0.1:*");
    forgetSettings();
    api = await listen(0);
    const { projectId } = await createTestOwner();
    const { key: project } = await createApiKey(projectId, { name: "own" });
    const { key: stranger } = await createApiKey((await createTestOwner()).projectId, { name: "other" });
    Object.assign(stand, { projectId, server, url: api.url, keys: { project, stranger } });
  });
  afterAll(async () => {
    await stand.server.stop();
    api.server.closeAllConnections();
    await new Promise((resolve) => api.server.close(resolve));
  });
  stand.call = async (method, path, body, key = stand.keys.project) => {
    const response = await fetch(stand.url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  stand.register = (slug, config = {}, path = "/upsert", more = {}) =>
    stand.call("POST", `/api/v3/custom/toolkits${path}`, {
      slug,
      toolkit_config: { name: slug, mcp_url: stand.server.url("mcp"), auth_schemes: [{ mode: "NO_AUTH" }], ...config },
      ...more,
    });
  return stand;
}

/** Connects a user to a toolkit with a key. Returns the id of the account. */
export async function connectKey(
  { call }: CustomToolkits,
  toolkit: string,
  userId: string,
  key: string,
): Promise<string> {
  const config = await call("POST", "/api/v3/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", is_enabled_for_tool_router: true },
  });
  const { body } = await call("POST", "/api/v3/connected_accounts", {
    auth_config: { id: (config.body.auth_config as { id: string }).id },
    connection: { user_id: userId, state: { authScheme: "API_KEY", val: { generic_api_key: key } } },
  });
  return body.id as string;
}
