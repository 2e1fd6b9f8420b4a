/** A whole program for each framework in TypeScript, with the tools of a session. Pure. */
import { inTypeScript, toStringLiteral as text } from "./sdk-client";
import type { AgentProgram, AgentTarget } from "./agent-program";
import type { Framework } from "./frameworks";
import { CLAUDE_MODEL, OPENAI_MODEL } from "./models";

/** A new session of the user, or the session of the page. */
const toSession = ({ user, session }: AgentTarget): string[] => [
  session
    ? `const session = await composio.use(${text(session)});`
    : `const session = await composio.create(${text(user)});`,
  "const tools = await session.tools();",
  "",
];

type Parts = {
  provider: string;
  from: string;
  /** Packages in addition to the SDK and the provider. */
  packages: readonly string[];
  /** Options of `npm install`, with a space at the end. */
  flags?: string;
  imports: readonly string[];
  /** The environment variable of the model's key. */
  modelKey: "OPENAI_API_KEY" | "ANTHROPIC_API_KEY";
  lines: (prompt: string) => readonly string[];
};

const PARTS: Readonly<Partial<Record<Framework, Parts>>> = {
  "openai-agents": {
    provider: "OpenAIAgentsProvider",
    from: "@composio/openai-agents",
    packages: ["@openai/agents", "zod"],
    // The provider asks for an older version of the framework, and works with today's.
    flags: "--legacy-peer-deps ",
    imports: [`import { Agent, run } from "@openai/agents";`],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      `const agent = new Agent({ name: "Assistant", model: "${OPENAI_MODEL}", tools });`,
      `const result = await run(agent, ${prompt});`,
      "console.log(result.finalOutput);",
    ],
  },
  openai: {
    provider: "OpenAIResponsesProvider",
    from: "@composio/openai",
    packages: ["openai"],
    imports: [`import OpenAI from "openai";`],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      "const openai = new OpenAI();",
      `const model = "${OPENAI_MODEL}";`,
      `let response = await openai.responses.create({ model, tools, input: ${prompt} });`,
      `while (response.output.some(({ type }) => type === "function_call")) {`,
      "  const input = await composio.provider.handleToolCalls(session, response.output);",
      "  response = await openai.responses.create({ model, tools, previous_response_id: response.id, input });",
      "}",
      "console.log(response.output_text);",
    ],
  },
  anthropic: {
    provider: "AnthropicProvider",
    from: "@composio/anthropic",
    packages: ["@anthropic-ai/sdk"],
    imports: [`import Anthropic from "@anthropic-ai/sdk";`],
    modelKey: "ANTHROPIC_API_KEY",
    lines: (prompt) => [
      "const anthropic = new Anthropic();",
      `const messages: Anthropic.MessageParam[] = [{ role: "user", content: ${prompt} }];`,
      `const ask = () => anthropic.messages.create({ model: "${CLAUDE_MODEL}", max_tokens: 4096, tools, messages });`,
      "let message = await ask();",
      `while (message.stop_reason === "tool_use") {`,
      "  const results: Anthropic.ToolResultBlockParam[] = [];",
      "  for (const block of message.content) {",
      `    if (block.type !== "tool_use") continue;`,
      "    const result = await session.execute(block.name, block.input as Record<string, unknown>);",
      `    results.push({ type: "tool_result", tool_use_id: block.id, content: JSON.stringify(result) });`,
      "  }",
      `  messages.push({ role: "assistant", content: message.content }, { role: "user", content: results });`,
      "  message = await ask();",
      "}",
      `console.log(message.content.map((block) => (block.type === "text" ? block.text : "")).join(""));`,
    ],
  },
  "claude-agent-sdk": {
    provider: "ClaudeAgentSDKProvider",
    from: "@composio/claude-agent-sdk",
    packages: ["@anthropic-ai/claude-agent-sdk"],
    imports: [`import { createSdkMcpServer, query } from "@anthropic-ai/claude-agent-sdk";`],
    modelKey: "ANTHROPIC_API_KEY",
    lines: (prompt) => [
      `const server = createSdkMcpServer({ name: "patchbay", version: "1.0.0", tools });`,
      "const messages = query({",
      `  prompt: ${prompt},`,
      `  options: { mcpServers: { patchbay: server }, allowedTools: ["mcp__patchbay__*"] },`,
      "});",
      "for await (const message of messages) {",
      `  if (message.type === "result" && message.subtype === "success") console.log(message.result);`,
      "}",
    ],
  },
  vercel: {
    provider: "VercelProvider",
    from: "@composio/vercel",
    packages: ["ai", "@ai-sdk/openai"],
    imports: [`import { openai } from "@ai-sdk/openai";`, `import { generateText, stepCountIs } from "ai";`],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      "const { text } = await generateText({",
      `  model: openai("${OPENAI_MODEL}"),`,
      "  tools,",
      `  prompt: ${prompt},`,
      "  stopWhen: stepCountIs(10),",
      "});",
      "console.log(text);",
    ],
  },
  langchain: {
    provider: "LangchainProvider",
    from: "@composio/langchain",
    packages: ["langchain", "@langchain/core", "@langchain/openai"],
    imports: [`import { ChatOpenAI } from "@langchain/openai";`, `import { createAgent } from "langchain";`],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      `const agent = createAgent({ model: new ChatOpenAI({ model: "${OPENAI_MODEL}" }), tools });`,
      `const { messages } = await agent.invoke({ messages: [{ role: "user", content: ${prompt} }] });`,
      "console.log(messages.at(-1)?.content);",
    ],
  },
  langgraph: {
    provider: "LangchainProvider",
    from: "@composio/langchain",
    packages: ["@langchain/langgraph", "@langchain/core", "@langchain/openai"],
    imports: [
      `import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";`,
      `import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";`,
      `import { ChatOpenAI } from "@langchain/openai";`,
    ],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      `const model = new ChatOpenAI({ model: "${OPENAI_MODEL}" }).bindTools(tools);`,
      "const graph = new StateGraph(MessagesAnnotation)",
      `  .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))`,
      `  .addNode("tools", new ToolNode(tools))`,
      `  .addEdge("__start__", "agent")`,
      `  .addConditionalEdges("agent", toolsCondition)`,
      `  .addEdge("tools", "agent")`,
      "  .compile();",
      `const { messages } = await graph.invoke({ messages: [{ role: "user", content: ${prompt} }] });`,
      "console.log(messages.at(-1)?.content);",
    ],
  },
  mastra: {
    provider: "MastraProvider",
    from: "@composio/mastra",
    packages: ["@mastra/core"],
    imports: [`import { Agent } from "@mastra/core/agent";`],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      "const agent = new Agent({",
      `  id: "assistant",`,
      `  name: "Assistant",`,
      `  instructions: "Use your tools to answer.",`,
      `  model: "openai/${OPENAI_MODEL}",`,
      "  tools,",
      "});",
      `const { text } = await agent.generate(${prompt}, { maxSteps: 10 });`,
      "console.log(text);",
    ],
  },
  llamaindex: {
    provider: "LlamaindexProvider",
    from: "@composio/llamaindex",
    packages: ["llamaindex", "@llamaindex/openai", "@llamaindex/workflow"],
    imports: [`import { openai } from "@llamaindex/openai";`, `import { agent } from "@llamaindex/workflow";`],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      `const assistant = agent({ llm: openai({ model: "${OPENAI_MODEL}" }), tools });`,
      `const { data } = await assistant.run(${prompt});`,
      "console.log(data.result);",
    ],
  },
};

/** The program of a framework; undefined for one that has no TypeScript. */
export function toTypeScriptProgram(framework: Framework, target: AgentTarget): AgentProgram | undefined {
  const parts = PARTS[framework];
  if (!parts) return undefined;
  const { provider, from, packages, flags = "", imports, modelKey, lines } = parts;
  return {
    install: `npm install ${flags}@composio/core ${[from, ...packages].join(" ")}`,
    modelKey,
    // Not .ts: in a folder without "type": "module" that is CommonJS, which has no `await` at the top.
    file: "agent.mts",
    run: "npx -y tsx agent.mts",
    code: inTypeScript({ origin: target.origin, provider: { name: provider, from }, imports }, [
      ...toSession(target),
      ...lines(text(target.task.prompt)),
    ]),
  };
}
