/** Finding tools in a small catalog with the index and a language model, and with a model that fails. */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { PROJECT } from "@/test/builders/catalog";
import { forgetSettings } from "@/test/setup/process-memory";
import { find } from "./find";
import { env } from "@/lib/kernel/process/env";
import { findSteps } from "./find-steps";

const REQUEST = "list my mail";
const model = new LLMock({ port: 0 });

const configure = (baseUrl: string) => {
  vi.stubEnv("PATCHBAY_LLM_BASE_URL", baseUrl);
  vi.stubEnv("PATCHBAY_LLM_MODEL", "a-model");
  forgetSettings();
};
const search = async () => {
  const [step] = (await find(PROJECT, { request: REQUEST })).steps;
  if (!step) throw new Error("no step");
  return { ...step, slugs: [...step.primary, ...step.related].map(({ slug }) => slug) };
};

beforeAll(() => model.start());
afterAll(() => model.stop());
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
  model.reset();
});

it("puts first what the model chose, with its plan, and answers alike without a model and with one that fails", async () => {
  const alone = await search();
  expect(alone).toMatchObject({ plan: null });
  expect(alone.slugs.length).toBeGreaterThan(3);
  configure("http://127.0.0.1:1/v1");
  expect(await search()).toEqual(alone);

  const [first, second, third] = alone.slugs as [string, string, string];
  const steps = [
    { tag: "prerequisite", tool: second, text: "Look first." },
    { tag: "required", tool: third, text: "Then do it." },
  ];
  const plan = { title: "Look and do", steps, pitfalls: [] };
  model.onMessage(/list my mail/, { content: JSON.stringify({ order: [third, first], confident: true, plan }) });
  configure(`${model.url}/v1`);
  // A slow machine can need longer than the time limit of a model, so this asks again.
  await vi.waitFor(
    async () => {
      const result = await search();
      expect(result.slugs.slice(0, 3)).toEqual([third, first, second]);
      expect(result).toMatchObject({ confidence: "high", plan: { source: "model", ...plan } });
      expect(result.primary[0]?.why.boosts).toContain("moved up by the language model");
    },
    { timeout: 50_000, interval: 100 },
  );
  const modelRequest = model.getLastRequest()?.body as { messages: { content: string }[] };
  const { request, tools } = JSON.parse(modelRequest.messages[1]?.content ?? "") as {
    request: string;
    tools: object[];
  };
  expect(request).toBe(REQUEST);
  expect(tools.length).toBeLessThanOrEqual(30);
  expect(Object.keys(tools[0] ?? {})).toEqual(["slug", "name", "toolkit", "description", "required"]);
});

it("asks the model once for each step of a request, and not for all of it", async () => {
  model.onMessage(/./, { content: JSON.stringify({ order: [], confident: false, plan: null }) });
  configure(`${model.url}/v1`);
  const { steps } = await find(PROJECT, { request: "list my letters and delete the old message" });
  expect(steps).toHaveLength(2);
  const requestTexts = model.getRequests().map(({ body }) => {
    const { messages } = body as { messages: { content: string }[] };
    return (JSON.parse(messages[1]?.content ?? "") as { request: string }).request;
  });
  expect(new Set(requestTexts)).toEqual(new Set(["list my letters", "delete the old message"]));
});

it("asks no model in a hurry", async () => {
  model.onMessage(/./, { content: JSON.stringify({ order: [], confident: false, plan: null }) });
  configure(`${model.url}/v1`);
  const circumstances = {
    toolkits: new Map(),
    accounts: new Map(),
    only: undefined,
    recipes: [],
    languageModel: env().languageModel ?? null,
  };
  expect(
    (await findSteps(PROJECT, "list the mail of today", { ...circumstances, isFast: true }))[0]?.primary,
  ).not.toEqual([]);
  expect(model.getRequests()).toEqual([]);
  await findSteps(PROJECT, "list the mail of today", circumstances);
  expect(model.getRequests()).toHaveLength(1);
});
