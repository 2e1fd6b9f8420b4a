/** Sessions' routes on a port, with an app to execute and the official SDKs, for tests of sessions. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Composio as CurrentComposio, experimental_createTool, experimental_createToolkit } from "@composio/core";
import { Composio as LegacyComposio } from "composio-core-legacy";
import {
  Composio as NextComposio,
  experimental_createTool as nextTool,
  experimental_createToolkit as nextToolkit,
} from "composio-core-next";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { setToolHandlers } from "@/lib/execution/handlers";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { decideCall } from "@/lib/sessions/approvals/decide-call";
import type { ToolRule } from "@/lib/sessions/rules/policy";
import { setRule } from "@/lib/sessions/rules/approval-rules";
import { env } from "@/lib/kernel/process/env";
import { setLanguageModel } from "@/lib/llm/project-model";
import { setWebSearch } from "@/lib/web-search/search-for-project";
import { handlers } from "@/toolkits/composio_search/handlers";
import { connectLoopback, startProvider, type Provider } from "../servers/loopback-provider";
import { metaToolkit, serviceToolkit } from "../builders/meta-toolkit";
import { installConnectToolkits } from "../servers/oauth-providers";
import { createTestOwner } from "../builders/owners";

const routes = await Promise.all([
  import("@/app/api/v3/tool_router/session/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/attach/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/config_history/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/execute/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/execute_meta/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/link/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/search/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/toolkits/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/tools/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/proxy_execute/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/items/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/download_url/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/upload_url/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/mounts/[mount_id]/delete/route"),
  import("@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route"),
  import("@/app/api/v3/connected_accounts/[nanoid]/route"),
  import("@/app/api/v3/internal/patchbay/sessions/[session_id]/access_keys/route"),
  import("@/app/api/v3/tool_router/session/[session_id]/workbench_helpers/route"),
]);

export let provider: Provider;
let server: Server;
let baseURL = "";
let apiKey = "";
let projectId = "";
/** The account of the user ada. */
export let account = "";
/** The requests that the SDK sent to sessions, in order. */
export let requests: string[] = [];

const parcelTool = (slug: string, method: "GET" | "POST") => ({
  slug,
  input: { type: "object", properties: { parcel_id: { type: "string" } }, required: ["parcel_id"] },
  request: { method, path: "/parcels", parameters: [{ key: "parcel_id", name: "parcel_id", in: "query" as const }] },
});

beforeAll(async () => {
  provider = await startProvider();
  const parcels = [parcelTool("LOOPBACK_CANCEL_PARCEL", "POST"), parcelTool("LOOPBACK_GET_PARCEL", "GET")];
  await installConnectToolkits({ loopback: { name: "Loopback", auth: [{ mode: "API_KEY" }], tools: parcels } }, [
    metaToolkit(),
    serviceToolkit(),
  ]);
  setToolHandlers({ composio_search: handlers });
  ({ projectId } = await createTestOwner());
  ({ key: apiKey } = await createApiKey(projectId, { name: "sdk" }));
  account = await connectLoopback(projectId, "ada", "key-of-ada-0123456789", { baseUrl: provider.baseUrl });
  const door = createApiRouter(routes.flatMap((module) => Object.values(module) as Route[]));
  const listener = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env().publicUrl = baseURL;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await provider.close();
});
const PERSON = {
  id: "user_of_tests",
  name: null,
  party: { kind: "member", id: "user_of_tests", role: "owner" } as const,
  mayLoosen: () => undefined,
  record: () => Promise.resolve(),
};
/** Sets the project's rule for a tool: whether a person must approve its calls. */
export const ask = (slug: string, rule: ToolRule) => setRule(projectId, slug, { rule }, PERSON);
/** A person approves a waiting call. */
export const allow = (id: string) => decideCall(projectId, id, { decision: "once" }, PERSON);
/** Sends a request that no SDK sends to this machine's own addresses. */
export const send = (path: string, body: object): Promise<Response> =>
  fetch(`${baseURL}${path}`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
/** Where the server is, for programs that are no SDK. */
export const origin = (): string => baseURL;
export const projectKey = (): string => apiKey;
/** The project's own language model and search provider are the provider of the tests. */
export async function setServices(): Promise<void> {
  await setLanguageModel(projectId, { base_url: `${provider.baseUrl}/v1`, model: "a-model" });
  await setWebSearch(projectId, { provider: "searxng", base_url: provider.baseUrl });
}
/** Forgets what was sent. */
export const forgetAsked = (): void => {
  requests = [];
};
beforeEach(() => {
  forgetAsked();
  provider.reset();
});

const options = () => ({ apiKey, baseURL, allowTracking: false, disableVersionCheck: true });
export type Sdk = InstanceType<typeof NextComposio>;
type Version = {
  name: string;
  connect: () => Sdk;
  tool: typeof nextTool;
  toolkit: typeof nextToolkit;
};
export const NEXT: Version = {
  name: "core 0.21.0",
  connect: () => new NextComposio(options()),
  tool: nextTool,
  toolkit: nextToolkit,
};
export const CURRENT: Version = {
  name: "core 0.19.0",
  connect: () => new CurrentComposio(options()) as never,
  tool: experimental_createTool as never,
  toolkit: experimental_createToolkit as never,
};
export const LEGACY = { name: "core 0.5.4", connect: () => new LegacyComposio(options()) as never as Sdk };
export type Named = { function: { name: string; parameters: { type: string } } };
export const names = (tools: unknown) => (tools as Named[]).map((tool) => tool.function.name);
export const META = ["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_GET_TOOL_SCHEMAS", "COMPOSIO_MULTI_EXECUTE_TOOL"];
export const ALL = { toolkits: ["loopback"] };
