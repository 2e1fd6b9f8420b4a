/** One agent for each official provider: the framework's own loop where it has one, with the tools of a session. */
import { Composio } from "@composio/core";
import { LangchainProvider } from "@composio/langchain";
import { MastraProvider } from "@composio/mastra";
import { OpenAIProvider } from "@composio/openai";
import { OpenAIAgentsProvider } from "@composio/openai-agents";
import { VercelProvider } from "@composio/vercel";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { Agent as OpenAIAgent, OpenAIChatCompletionsModel, Runner } from "@openai/agents";
import { generateText, stepCountIs, type LanguageModel } from "ai";
import OpenAI from "openai";
import { run } from "../harness/run";
import { MODEL } from "./scripted-model";

const INSTRUCTIONS = "You work for the user with the tools that you have.";
const MAX_TURNS = 10;
/** Waiting for people is off unless a session asks for it. */
const SETTINGS = { manageConnections: { enable: true, waitForConnections: true } };

type Work = { apiKey: string; modelUrl: string; userId: string; task: string };
/** Does the task in a new session and gives what the model said last. */
export type FrameworkAgent = (work: Work) => Promise<string>;
type Message = OpenAI.Chat.ChatCompletionMessageParam;

const options = (apiKey: string) => ({ apiKey, baseURL: run().url, allowTracking: false, disableVersionCheck: true });
const clientOf = (modelUrl: string) => new OpenAI({ baseURL: modelUrl, apiKey: "none", maxRetries: 0 });

type LoopOf = { modelUrl: string; task: string; tools: OpenAI.Chat.ChatCompletionTool[] };

/** The plain loop of clients without a framework: ask, run what the model calls, hand back the answers. */
async function loop(
  { modelUrl, task, tools }: LoopOf,
  handle: (completion: OpenAI.ChatCompletion) => Promise<Message[]>,
): Promise<string> {
  const messages: Message[] = [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content: task },
  ];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const completion = await clientOf(modelUrl).chat.completions.create({ model: MODEL, messages, tools });
    const message = completion.choices[0]?.message;
    if (!message?.tool_calls?.length) return message?.content ?? "";
    messages.push(message, ...(await handle(completion)));
  }
  throw new Error("The model did not come to an end.");
}

type ModelV3 = Extract<LanguageModel, { specificationVersion: "v3" }>;
type CallOptions = Parameters<ModelV3["doGenerate"]>[0];

/** The AI SDK's messages in the form of chat completions. */
const toMessages = (prompt: CallOptions["prompt"]): Message[] =>
  prompt.flatMap((message): Message[] => {
    if (message.role === "system") return [{ role: "system", content: message.content }];
    if (message.role === "tool")
      return message.content.flatMap((part) =>
        part.type === "tool-result"
          ? [
              {
                role: "tool" as const,
                tool_call_id: part.toolCallId,
                content: JSON.stringify("value" in part.output ? part.output.value : part.output),
              },
            ]
          : [],
      );
    const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    if (message.role === "user") return [{ role: "user", content: text }];
    const calls = message.content.flatMap((part) =>
      part.type === "tool-call"
        ? [
            {
              id: part.toolCallId,
              type: "function" as const,
              function: { name: part.toolName, arguments: JSON.stringify(part.input) },
            },
          ]
        : [],
    );
    return [{ role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls }) }];
  });

const toTools = (tools: CallOptions["tools"]): OpenAI.Chat.ChatCompletionTool[] =>
  (tools ?? []).flatMap((tool) =>
    tool.type === "function"
      ? [
          {
            type: "function" as const,
            function: {
              name: tool.name,
              parameters: tool.inputSchema as Record<string, unknown>,
              ...(tool.description && { description: tool.description }),
            },
          },
        ]
      : [],
  );

/** A model of the AI SDK that asks an OpenAI-compatible server. */
const aiModel = (modelUrl: string): ModelV3 => ({
  specificationVersion: "v3",
  provider: "openai-compatible",
  modelId: MODEL,
  supportedUrls: {},
  async doGenerate({ prompt, tools }) {
    const request = { model: MODEL, messages: toMessages(prompt), tools: toTools(tools) };
    const choice = (await clientOf(modelUrl).chat.completions.create(request)).choices[0];
    const calls = (choice?.message.tool_calls ?? []).flatMap((call) =>
      call.type === "function"
        ? [
            {
              type: "tool-call" as const,
              toolCallId: call.id,
              toolName: call.function.name,
              input: call.function.arguments,
            },
          ]
        : [],
    );
    const text = choice?.message.content;
    return {
      content: [...(text ? [{ type: "text" as const, text }] : []), ...calls],
      finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: choice?.finish_reason },
      usage: {
        inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 0, text: 0, reasoning: 0 },
      },
      warnings: [],
    };
  },
  doStream: () => Promise.reject(new Error("This model does not stream.")),
});

export const agents: Record<string, FrameworkAgent> = {
  vercel: async ({ apiKey, modelUrl, userId, task }) => {
    const session = await new Composio({ ...options(apiKey), provider: new VercelProvider() }).create(userId, SETTINGS);
    const answer = await generateText({
      model: aiModel(modelUrl),
      tools: await session.tools(),
      system: INSTRUCTIONS,
      prompt: task,
      stopWhen: stepCountIs(MAX_TURNS),
      maxRetries: 0,
    });
    return answer.text;
  },
  openai: async ({ apiKey, modelUrl, userId, task }) => {
    const composio = new Composio({ ...options(apiKey), provider: new OpenAIProvider() });
    const session = await composio.create(userId, SETTINGS);
    return loop({ modelUrl, task, tools: await session.tools() }, (completion) =>
      composio.provider.handleToolCalls(session, completion),
    );
  },
  "openai-agents": async ({ apiKey, modelUrl, userId, task }) => {
    const session = await new Composio({ ...options(apiKey), provider: new OpenAIAgentsProvider() }).create(
      userId,
      SETTINGS,
    );
    const model = new OpenAIChatCompletionsModel(clientOf(modelUrl), MODEL);
    const agent = new OpenAIAgent({ name: "agent", instructions: INSTRUCTIONS, model, tools: await session.tools() });
    // Its traces would go to a server of its maker.
    const answer = await new Runner({ tracingDisabled: true }).run(agent, task, { maxTurns: MAX_TURNS });
    return String(answer.finalOutput);
  },
  langchain: async ({ apiKey, modelUrl, userId, task }) => {
    const session = await new Composio({ ...options(apiKey), provider: new LangchainProvider() }).create(
      userId,
      SETTINGS,
    );
    const tools = await session.tools();
    const openAiTools = tools.map((tool) => convertToOpenAITool(tool) as OpenAI.Chat.ChatCompletionTool);
    return loop({ modelUrl, task, tools: openAiTools }, async (completion) => {
      const messages: Message[] = [];
      for (const call of completion.choices[0]?.message.tool_calls ?? []) {
        if (call.type !== "function") continue;
        const tool = tools.find(({ name }) => name === call.function.name);
        const content: unknown = await tool?.invoke(JSON.parse(call.function.arguments) as Record<string, unknown>);
        messages.push({ role: "tool", tool_call_id: call.id, content: String(content) });
      }
      return messages;
    });
  },
  mastra: async ({ apiKey, modelUrl, userId, task }) => {
    const session = await new Composio({ ...options(apiKey), provider: new MastraProvider() }).create(userId, SETTINGS);
    const agent = new MastraAgent({
      id: "agent",
      name: "agent",
      instructions: INSTRUCTIONS,
      model: { providerId: "loopback", modelId: MODEL, url: modelUrl, apiKey: "none" },
      tools: await session.tools(),
    });
    // Its text is that of all steps together.
    const { steps } = await agent.generate(task, { maxSteps: MAX_TURNS });
    return steps.at(-1)?.text ?? "";
  },
};
