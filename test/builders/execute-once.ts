/** Helpers for the tests of idempotent executions: a provider that counts, and short calls. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { ON } from "./origin";

export const body = {
  mode: "flat" as const,
  contentType: "application/json",
  fields: [{ key: "title", name: "title" }],
};
export const input = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
export const TOOLS = [
  { slug: "LOOPBACK_CREATE", input, request: { method: "POST" as const, path: "/things", parameters: [], body } },
  { slug: "LOOPBACK_REPLACE", input, request: { method: "PUT" as const, path: "/thing", parameters: [], body } },
];

export let provider: Provider;
export let projectId: string;
export let otherProjectId: string;
export let count = 0;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
  await connectLoopback(otherProjectId, "ada", "key-of-the-other-0123456789");
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  count = 0;
  // Each answer differs, so that a test recognizes a repeated answer.
  provider.answer = (_, response) => {
    setTimeout(
      () => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ number: ++count })),
      20,
    );
  };
});

export const toInput = (title: string): ExecutionInput => ({ user_id: "ada", arguments: { title } });
export const run = (
  idempotencyKey: string,
  title = "a",
  facts: Partial<ExecutionFacts> = {},
  as = projectId,
  slug = "LOOPBACK_CREATE",
) =>
  executeTool({ projectId: as, settings: { storePayloads: true } }, slug, toInput(title), {
    ...ON,
    source: {},
    idempotencyKey,
    ...facts,
  });
export const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error("expected a refusal");
  return error;
};
export const answers = async (status: number, headers: Record<string, string> = {}) => {
  provider.answer = (_, response) => {
    response.writeHead(status, headers).end("{}");
  };
};
