/** Perplexity's tool against a stand-in that remembers what it was asked. */
import { expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { handlers } from "./handlers";

const ANSWER = {
  id: "resp_1",
  model: "perplexity/sonar",
  created_at: 7,
  status: "completed",
  output: [
    { type: "search_results", results: [{ title: "A", url: "https://a.example", snippet: "a" }] },
    { type: "search_results", results: [{ title: "A", url: "https://a.example", snippet: "again" }] },
    { type: "message", content: [{ type: "output_text", text: "Yes", annotations: [{ url: "https://b.example" }] }] },
  ],
  usage: { total_tokens: 3 },
};

const ask = async (args: Record<string, unknown>, data: unknown = ANSWER) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no file")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return { answer: await handlers.ask?.(args as Record<string, never>, tools), requests };
};
const messages = [{ role: "user", content: "Is it so?" }];

it("answers with the text and each source once, under the former keys too", async () => {
  const { answer, requests } = await ask({ messages });
  expect(requests).toEqual([
    {
      method: "POST",
      path: "/v1/agent",
      body: { preset: "fast", input: [{ type: "message", role: "user", content: "Is it so?" }] },
    },
  ]);
  expect(answer).toMatchObject({
    answer: "Yes",
    citations: ["https://a.example"],
    search_results: [{ title: "A", url: "https://a.example", snippet: "a" }],
    choices: [{ message: { role: "assistant", content: "Yes" } }],
  });
});

it.each([
  ["sonar-deep-research", { preset: "high" }],
  ["xhigh", { preset: "xhigh" }],
  ["openai/gpt-5.5", { model: "openai/gpt-5.5", tools: [{ type: "web_search" }] }],
])("asks %s by its preset or name", async (model, engine) => {
  const { requests } = await ask({ messages, model });
  expect(requests[0]?.body).toMatchObject(engine);
});

it("puts limits and filters where the Agent API has them", async () => {
  const { requests } = await ask({
    messages,
    max_tokens: 50,
    search_domain_filter: ["-a.example"],
    search_recency_filter: "week",
  });
  expect(requests[0]?.body).toMatchObject({
    max_output_tokens: 50,
    tools: [{ type: "web_search", filters: { search_domain_filter: ["-a.example"], search_recency_filter: "week" } }],
  });
});

it("gives parts of a message the names of the Agent API", async () => {
  const content = [
    { type: "text", text: "What is it?" },
    { type: "image_url", image_url: { url: "https://a.example/a.png" } },
    { type: "input_text", text: "x" },
  ];
  const { requests } = await ask({ messages: [{ role: "user", content }] });
  expect((requests[0]?.body as { input: unknown[] }).input[0]).toMatchObject({
    content: [
      { type: "input_text", text: "What is it?" },
      { type: "input_image", image_url: "https://a.example/a.png" },
      { type: "input_text", text: "x" },
    ],
  });
});

it("fails with the provider's words where a run failed, and takes sources from the text without a search", async () => {
  await expect(ask({ messages }, { status: "failed", error: { message: "No credit." } })).rejects.toThrow("No credit.");
  const { answer } = await ask({ messages }, { ...ANSWER, output: ANSWER.output.slice(2) });
  expect(answer).toMatchObject({ citations: ["https://b.example"] });
});

it("says of an answer that ended early that it is not whole", async () => {
  const { answer } = await ask({ messages, max_tokens: 3 }, { ...ANSWER, status: "incomplete" });
  expect(answer).toMatchObject({ status: "incomplete", choices: [{ finish_reason: "length" }] });
});

it("searches as widely as the caller wants, among pages that changed in a span of time", async () => {
  const filters = { last_updated_after_filter: "1/1/2026", last_updated_before_filter: "1/31/2026" };
  const { requests } = await ask({ messages, search_context_size: "low", ...filters });
  expect(requests[0]?.body).toMatchObject({ tools: [{ type: "web_search", search_context_size: "low", filters }] });
});
