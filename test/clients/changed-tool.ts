/** A server with all routes, and a project that changes a tool, for tests of overrides. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Composio } from "composio-core-next";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { env } from "@/lib/kernel/process/env";
import { openAllRoutes } from "../servers/all-routes";
import { metaToolkit } from "../builders/meta-toolkit";
import { createTestOwner } from "../builders/owners";
import { connectLoopback, startProvider, type Provider } from "../servers/loopback-provider";
import { installConnectToolkits } from "../servers/oauth-providers";

const string = { type: "string" };
const createIssue = {
  slug: "LOOPBACK_CREATE_ISSUE",
  aliases: ["LOOPBACK_POST_ISSUE"],
  input: {
    type: "object",
    properties: {
      owner: string,
      title: string,
      state: { type: "string", enum: ["open", "closed", "draft"], default: "draft" },
      count: { type: "integer" },
      labels: { type: "array", items: { type: "string", enum: ["bug", "idea", "urgent"] } },
    },
    required: ["owner", "title"],
  },
  request: {
    method: "POST" as const,
    path: "/repos/{owner}/issues",
    parameters: [{ key: "owner", name: "owner", in: "path" as const }],
    aliases: { organization: "owner" },
    body: {
      mode: "flat" as const,
      contentType: "application/json",
      fields: ["title", "state", "count", "labels"].map((name) => ({ key: name, name })),
    },
  },
};
const cancelParcel = {
  slug: "LOOPBACK_CANCEL_PARCEL",
  input: { type: "object", properties: { parcel_id: string }, required: ["parcel_id"] },
  request: {
    method: "POST" as const,
    path: "/parcels",
    parameters: [{ key: "parcel_id", name: "parcel_id", in: "query" as const }],
  },
};

export let provider: Provider;
let server: Server;
let origin = "";
type Project = { projectId: string; key: string };
export let project: Project;
export let stranger: Project;

const newProject = async (): Promise<Project> => {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "tests" });
  await connectLoopback(projectId, "ada", `key-of-${projectId}-0123456789`, { baseUrl: provider.baseUrl });
  return { projectId, key };
};

beforeAll(async () => {
  provider = await startProvider();
  const loopback = { name: "Loopback", auth: [{ mode: "API_KEY" as const }], tools: [createIssue, cancelParcel] };
  await installConnectToolkits({ loopback }, [metaToolkit()]);
  const door = openAllRoutes();
  const listener = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env().publicUrl = origin;
  stranger = await newProject();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  project = await newProject();
});

export type Answer = {
  status: number;
  body: Record<string, unknown> & { error?: { message: string; errors?: string[] } };
};
export async function ask(method: string, path: string, body?: object, { key } = project): Promise<Answer> {
  const response = await fetch(`${origin}/api/v3${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}
export const OVERRIDE = "/internal/patchbay/tools/LOOPBACK_CREATE_ISSUE/override";
export const CHANGE = {
  name: "File a ticket",
  description: "Files a ticket for the team.",
  arguments: {
    owner: { fixed: "acme" },
    state: { enum: ["open", "closed"] },
    labels: { enum: ["bug"] },
    count: { default: 7 },
  },
};
export const change = async (body: object = CHANGE) => {
  const answer = await ask("PUT", OVERRIDE, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
};
export const hide = () => change({ hidden: true });
export const execute = (args: object, slug = "LOOPBACK_CREATE_ISSUE", by = project) =>
  ask("POST", `/tools/execute/${slug}`, { user_id: "ada", arguments: args }, by);
export const requestsSeen = () => provider.seen.map(({ url, body }) => [url, body && (JSON.parse(body) as object)]);
export const sdkOf = ({ key }: Project) =>
  new Composio({ apiKey: key, baseURL: origin, allowTracking: false, disableVersionCheck: true });
export type ToolItem = {
  slug: string;
  name: string;
  description: string;
  input_parameters: { properties: object; required?: string[] };
};
export const listTools = async (query: string, by = project) =>
  (await ask("GET", `/tools?${query}`, undefined, by)).body.items as ToolItem[];
export const slugsOf = (tools: ToolItem[]) => tools.map(({ slug }) => slug).sort();

export const PROPERTIES = {
  title: string,
  state: { type: "string", enum: ["open", "closed"] },
  count: { type: "integer", default: 7 },
  labels: { type: "array", items: { type: "string", enum: ["bug"] } },
};
