/**
 * The official providers for model frameworks: each wraps tools in its framework's form and runs them itself, as after
 * a model's answer. No model is asked.
 */
import { Composio } from "@composio/core";
import { LangchainProvider } from "@composio/langchain";
import { MastraProvider } from "@composio/mastra";
import { OpenAIProvider, OpenAIResponsesProvider } from "@composio/openai";
import { OpenAIAgentsProvider } from "@composio/openai-agents";
import { VercelProvider } from "@composio/vercel";
import { RunContext } from "@openai/agents";
import { expect, test } from "@playwright/test";
import type OpenAI from "openai";
import { type Emulators, GITHUB_LOGIN, GITHUB_REPO, githubIssues, startEmulators } from "../fixtures/emulators";
import { apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { run } from "../harness/run";
import { catchWarnings } from "./sdks";

const SLUG = "GITHUB_CREATE_AN_ISSUE";
const userId = "providers";
const filters = { tools: [SLUG, "GITHUB_GET_A_REPOSITORY"] };
const options = () => ({ apiKey: run().api_key, baseURL: run().url, allowTracking: false, disableVersionCheck: true });
type Answer = { successful: boolean; error: string | null; data: Record<string, unknown> };
type Wrapped = { names: string[]; run: (args: Record<string, unknown>) => Promise<Answer> };

const parsed = (text: unknown): Answer => JSON.parse(String(text)) as Answer;

/** A part of a tool's framework form that runs it; frameworks mark it optional. */
function runnable<T>(tool: T | undefined): T {
  if (!tool) throw new Error("The provider gave no tool that can be run.");
  return tool;
}

/** A strict schema has the model name every argument of a tool, with null for those that it leaves out. */
async function nullArguments(): Promise<Record<string, null>> {
  const { inputParameters } = await new Composio(options()).tools.getRawComposioToolBySlug(SLUG);
  return Object.fromEntries(Object.keys(inputParameters?.properties ?? {}).map((name) => [name, null]));
}

const completion = (args: unknown): OpenAI.ChatCompletion => ({
  id: "made-up",
  object: "chat.completion",
  created: 0,
  model: "none",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      logprobs: null,
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: SLUG, arguments: JSON.stringify(args) } }],
      },
    },
  ],
});

const providers: Record<string, (strict: boolean) => Promise<Wrapped>> = {
  "vercel 0.12.0": async (strict) => {
    const tools = await new Composio({ ...options(), provider: new VercelProvider({ strict }) }).tools.get(
      userId,
      filters,
    );
    return {
      names: Object.keys(tools),
      run: async (args) =>
        (await runnable(tools[SLUG]?.execute)(args as never, { toolCallId: "call_1", messages: [] })) as Answer,
    };
  },
  "openai 0.12.0, chat": async () => {
    const composio = new Composio({ ...options(), provider: new OpenAIProvider() });
    const tools = await composio.tools.get(userId, filters);
    return {
      names: tools.map((tool) => (tool.type === "function" ? tool.function.name : "")),
      run: async (args) => {
        const messages = await composio.provider.handleToolCalls(userId, completion(args));
        expect(messages).toEqual([expect.objectContaining({ role: "tool", tool_call_id: "call_1" })]);
        return parsed(messages[0]?.content);
      },
    };
  },
  "openai 0.12.0, responses": async () => {
    const composio = new Composio({ ...options(), provider: new OpenAIResponsesProvider() });
    const tools = await composio.tools.get(userId, filters);
    return {
      names: tools.map((tool) => (tool.type === "function" ? tool.name : "")),
      run: async (args) => {
        const call = {
          id: "fc_1",
          call_id: "call_1",
          type: "function_call" as const,
          name: SLUG,
          arguments: JSON.stringify(args),
        };
        const outputs = await composio.provider.handleResponse(userId, { output: [call] } as OpenAI.Responses.Response);
        expect(outputs).toEqual([
          expect.objectContaining({ call_id: "call_1", type: "function_call_output", status: "completed" }),
        ]);
        return parsed((outputs[0] as { output?: unknown }).output);
      },
    };
  },
  "openai-agents 0.10.2": async (strict) => {
    const tools = await new Composio({ ...options(), provider: new OpenAIAgentsProvider({ strict }) }).tools.get(
      userId,
      filters,
    );
    const tool = tools.find(({ name }) => name === SLUG);
    return {
      names: tools.map(({ name }) => name),
      run: async (args) => {
        const answer: unknown = await (
          runnable(tool) as unknown as { invoke: (context: RunContext, input: string) => Promise<unknown> }
        ).invoke(new RunContext(), JSON.stringify(args));
        return typeof answer === "string" ? parsed(answer) : (answer as Answer);
      },
    };
  },
  "langchain 0.10.2": async () => {
    const tools = await new Composio({ ...options(), provider: new LangchainProvider() }).tools.get(userId, filters);
    return {
      names: tools.map(({ name }) => name),
      run: async (args) => parsed(await runnable(tools.find(({ name }) => name === SLUG)).invoke(args)),
    };
  },
  "mastra 0.10.5": async (strict) => {
    const tools = await new Composio({ ...options(), provider: new MastraProvider({ strict }) }).tools.get(
      userId,
      filters,
    );
    return {
      names: Object.keys(tools),
      run: async (args) =>
        await (
          runnable(tools[SLUG]) as unknown as { execute: (input: unknown, context: unknown) => Promise<Answer> }
        ).execute(args, {}),
    };
  },
};

/** These have no strict schemas, or leave out every argument that is not required. */
const looseOnly = new Set(["openai 0.12.0, chat", "openai 0.12.0, responses", "langchain 0.10.2"]);

let emulators: Emulators;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  const api = apiOf(run().url, run().api_key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: emulators.urls.github },
  });
  await connectAccount(api, { authConfigId, userId, scheme: "BEARER_TOKEN", val: { token: "providers-token-3c41" } });
});
test.afterAll(() => {
  emulators.stop();
});

for (const [name, wrap] of Object.entries(providers)) {
  for (const strict of looseOnly.has(name) ? [false] : [false, true]) {
    test(`${name}${strict ? " with strict schemas" : ""} offers tools and runs one, which reaches the provider once`, async () => {
      const caught = catchWarnings();
      try {
        const { names, run: call } = await wrap(strict);
        expect([...names].sort()).toEqual([...filters.tools].sort());
        const title = `Opened by ${name}, ${strict ? "strict" : "loose"}`;
        const args = { owner: GITHUB_LOGIN, repo: GITHUB_REPO, title, labels: ["from-a-model"] };
        const answer = await call(strict ? { ...(await nullArguments()), ...args } : args);
        expect(answer).toMatchObject({ successful: true, error: null, data: { title, number: expect.any(Number) } });
        expect((await githubIssues(emulators)).filter((issue) => issue.title === title)).toHaveLength(1);
      } finally {
        caught.release();
      }
      // Mastra's validator names the formats that it does not check.
      expect(caught.warnings.filter((warning) => !/^unknown format "[\w-]+" ignored/.test(warning))).toEqual([]);
    });
  }

  test(`${name} hands the model the provider's refusal`, async () => {
    const { run: call } = await wrap(false);
    expect(await call({ owner: GITHUB_LOGIN, repo: "not-there", title: "Nowhere" })).toMatchObject({
      successful: false,
      error: expect.stringContaining("404"),
    });
  });
}

const frameworks = [
  new VercelProvider({ strict: true }),
  new OpenAIResponsesProvider({ strict: true }),
  new OpenAIAgentsProvider({ strict: true }),
  new LangchainProvider(),
  new MastraProvider({ strict: true }),
];

for (const toolkit of ["github", "gmail", "slack", "notion", "hubspot", "stripe", "jira", "googledrive"]) {
  test(`every provider takes the important tools of ${toolkit} as they are`, async () => {
    const caught = catchWarnings();
    try {
      const tools = await new Composio(options()).tools.getRawComposioTools({ toolkits: [toolkit], important: true });
      expect(tools.length).toBeGreaterThanOrEqual(5);
      for (const framework of frameworks) {
        const wrapped: unknown = framework.wrapTools(tools, () =>
          Promise.resolve({ data: {}, error: null, successful: true }),
        );
        expect(Object.keys(wrapped as object), framework.name).toHaveLength(tools.length);
      }
    } finally {
      caught.release();
    }
  });
}
