/** Plain language to arguments, through a server that speaks OpenAI's protocol. */
import { inspect } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeTool } from "./execute-tool";
import { describeInput } from "./text-arguments";
import { ON } from "@/test/builders/origin";
import { forgetSettings } from "@/test/setup/process-memory";

const SLUG = "LOOPBACK_CREATE";
const TOOLS = [
  {
    slug: SLUG,
    input: {
      type: "object",
      properties: { title: { type: "string" }, count: { type: "integer" } },
      required: ["title"],
    },
    request: {
      method: "POST" as const,
      path: "/things",
      parameters: [],
      body: {
        mode: "flat" as const,
        contentType: "application/json",
        fields: ["title", "count"].map((key) => ({ key, name: key })),
      },
    },
  },
];

const model = new LLMock({ port: 0 });
let provider: Provider;
let projectId: string;

const configure = (baseUrl: string) => {
  vi.stubEnv("PATCHBAY_LLM_BASE_URL", baseUrl);
  vi.stubEnv("PATCHBAY_LLM_API_KEY", "key-of-the-operator");
  vi.stubEnv("PATCHBAY_LLM_MODEL", "a-model");
  forgetSettings();
};
const run = (text: string) =>
  executeTool({ projectId, settings: { storePayloads: true } }, SLUG, { user_id: "ada", text }, { ...ON, source: {} });
const describeText = (text: string, more: object = {}) => describeInput(projectId, SLUG, { text, ...more }, ON);

beforeAll(async () => {
  await model.start();
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
});
afterAll(async () => {
  await Promise.all([model.stop(), provider.close()]);
});
beforeEach(() => {
  provider.reset();
  model.reset();
  configure(`${model.url}/v1`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

it("returns the arguments of the model's tool call, and executes nothing", async () => {
  model.onMessage(/two things/, {
    toolCalls: [{ name: SLUG, arguments: JSON.stringify({ title: "Thing", count: 2 }) }],
  });
  expect(await describeText("Make two things")).toEqual({ arguments: { title: "Thing", count: 2 } });
  expect(provider.seen).toHaveLength(0);
  const request = model.getLastRequest();
  expect(request?.headers.authorization ?? "").toMatch(/^(Bearer key-of-the-operator|\[REDACTED\]|Bearer )/);
  expect(request?.body).toMatchObject({
    model: "a-model",
    tools: [{ function: { name: SLUG, parameters: TOOLS[0]?.input } }],
  });
});

it("executes with the model's arguments, checked and repaired like all arguments", async () => {
  model.onMessage(/two things/, {
    toolCalls: [{ name: SLUG, arguments: JSON.stringify({ title: "Thing", count: "2" }) }],
  });
  expect((await run("Make two things")).successful).toBe(true);
  expect(JSON.parse(provider.seen[0]?.body ?? "")).toEqual({ title: "Thing", count: 2 });
  model.onMessage(/nothing/, { toolCalls: [{ name: SLUG, arguments: "{}" }] });
  await expect(run("Do nothing")).rejects.toMatchObject({ status: 422 });
});

it("reads JSON from a model that answers with text instead of a call, and reports if there is none", async () => {
  model.onMessage(/fenced/, { content: '```json\n{"title":"a"}\n```' });
  expect(await describeText("fenced, please")).toEqual({ arguments: { title: "a" } });
  model.onMessage(/chat/, { content: "I would rather chat." });
  expect((await describeText("chat with me")).error).toContain("has no arguments");
  const failure: unknown = await run("chat with me").catch((reason: unknown) => reason);
  expect(failure).toMatchObject({ status: 503 });
  expect(inspect(failure, { depth: 10 })).not.toContain("rather");
});

it("lets the caller describe the tool and instruct the model", async () => {
  model.onMessage(/.*/, { toolCalls: [{ name: SLUG, arguments: '{"title":"x"}' }] });
  await describeText("anything", { custom_description: "My own words", system_prompt: "Be brief" });
  expect(model.getLastRequest()?.body).toMatchObject({
    messages: [
      { role: "system", content: "Be brief" },
      { role: "user", content: "anything" },
    ],
    tools: [{ function: { description: "My own words" } }],
  });
});

it("returns 400 with advice without a model, and names a model server that is down or forbidden", async () => {
  vi.unstubAllEnvs();
  forgetSettings();
  const error: unknown = await describeText("x").catch((reason: unknown) => reason);
  expect(error instanceof ApiError && [error.status, error.details.suggestedFix]).toEqual([
    400,
    expect.stringContaining("PATCHBAY_LLM_BASE_URL"),
  ]);
  configure("http://127.0.0.1:1/v1");
  expect((await describeText("x")).error).toContain("ECONNREFUSED");
  configure("http://10.0.0.1/v1");
  expect((await describeText("x")).error).toContain("not a public address");
});
