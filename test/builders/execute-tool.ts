/** Helpers for the tests of executions: a provider on this machine, its toolkit, and short calls. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
  type TestTool,
} from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import type { ExecutionCaller } from "@/lib/execution/execution-facts";
import { ON } from "./origin";

export const KEY = "key-of-the-first-user-0123456789";
export const FACTS = { ...ON, source: { sdk: "0.19.0" } };

export const string = { type: "string" };
export const TOOLS: TestTool[] = [
  {
    slug: "LOOPBACK_CREATE_ISSUE",
    aliases: ["LOOPBACK_POST_REPOS_ISSUES"],
    input: {
      type: "object",
      properties: {
        owner: string,
        title: { type: "string", examples: ["A bug"] },
        count: { type: "integer" },
        labels: { type: "array", items: string },
      },
      required: ["owner", "title"],
    },
    request: {
      method: "POST" as const,
      path: "/repos/{owner}/issues",
      parameters: [{ key: "owner", name: "owner", in: "path" as const }],
      body: {
        mode: "flat" as const,
        contentType: "application/json",
        fields: ["title", "count", "labels"].map((name) => ({ key: name, name })),
      },
    },
  },
  {
    slug: "LOOPBACK_READ",
    aliases: ["LOOPBACK_LOOK_UP"],
    input: { type: "object", properties: { q: string } },
    request: {
      method: "GET" as const,
      path: "/read",
      parameters: [{ key: "q", name: "q", in: "query" as const }],
      aliases: { words: "q" },
    },
  },
  {
    slug: "LOOPBACK_UPLOAD",
    input: { type: "object", properties: { file: { type: "object", file_uploadable: true } } },
    request: {
      method: "POST" as const,
      path: "/upload",
      parameters: [],
      body: {
        mode: "flat" as const,
        contentType: "multipart/form-data",
        fields: [{ key: "file", name: "file", as: "file" as const }],
      },
    },
  },
  {
    slug: "LOOPBACK_TWO_STEPS",
    input: { type: "object", properties: { name: { type: "string", default: "me" } } },
    handler: "twoSteps",
    answer: { then: "second.id", asked_for: { argument: "name" } },
  },
  {
    slug: "LOOPBACK_LIST",
    input: { type: "object", properties: { q: string } },
    request: { method: "GET" as const, path: "/list", parameters: [] },
    answer: { issues: "response_data", items: "$", total: { count: "response_data" } },
  },
];

export let provider: Provider;
export let projectId: string;
export let otherProjectId: string;
export let accountId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  accountId = await connectLoopback(projectId, "ada", KEY);
  await connectLoopback(projectId, "bob", "key-of-the-second-user-987654321");
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
});

export const caller = (id = projectId, storePayloads = true): ExecutionCaller => ({
  projectId: id,
  settings: { storePayloads },
});
export const run = (
  slug: string,
  input: Partial<ExecutionInput>,
  as = caller(),
  facts: { signal?: AbortSignal; timeoutMs?: number } = {},
) => executeTool(as, slug, { user_id: "ada", ...input } as ExecutionInput, { ...FACTS, ...facts });
export const json = (status: number, body: unknown) => {
  provider.answer = (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};
export const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
};
