/** A whole program for each framework in Python, with the tools of a session. Pure. */
import { inPython, toStringLiteral as text } from "./sdk-client";
import type { AgentProgram, AgentTarget } from "./agent-program";
import type { Framework } from "./frameworks";
import { CLAUDE_MODEL, GEMINI_MODEL, OPENAI_MODEL } from "./models";

const toSession = ({ user, session }: AgentTarget): string[] => [
  session ? `session = composio.use(${text(session)})` : `session = composio.create(user_id=${text(user)})`,
  "tools = session.tools()",
  "",
];

type Parts = {
  provider: string;
  /** The provider's module; its package has hyphens instead of underscores. */
  from: string;
  packages: readonly string[];
  standard?: readonly string[];
  imports: readonly string[];
  modelKey: "OPENAI_API_KEY" | "ANTHROPIC_API_KEY" | "GOOGLE_API_KEY";
  lines: (prompt: string) => readonly string[];
};

const langchain = (provider: string, from: string, packages: readonly string[]): Parts => ({
  provider,
  from,
  packages,
  imports: ["from langchain.agents import create_agent", "from langchain_openai import ChatOpenAI"],
  modelKey: "OPENAI_API_KEY",
  lines: (prompt) => [
    `agent = create_agent(model=ChatOpenAI(model="${OPENAI_MODEL}"), tools=tools)`,
    `result = agent.invoke({"messages": [("user", ${prompt})]})`,
    `print(result["messages"][-1].content)`,
  ],
});

const PARTS: Readonly<Partial<Record<Framework, Parts>>> = {
  "openai-agents": {
    provider: "OpenAIAgentsProvider",
    from: "composio_openai_agents",
    packages: ["openai-agents"],
    imports: ["from agents import Agent, Runner"],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      `agent = Agent(name="Assistant", model="${OPENAI_MODEL}", tools=tools)`,
      `result = Runner.run_sync(agent, ${prompt})`,
      "print(result.final_output)",
    ],
  },
  openai: {
    provider: "OpenAIResponsesProvider",
    from: "composio_openai",
    packages: ["openai"],
    standard: ["json"],
    imports: ["from openai import OpenAI"],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      "client = OpenAI()",
      `response = client.responses.create(model="${OPENAI_MODEL}", tools=tools, input=${prompt})`,
      `while calls := [item for item in response.output if item.type == "function_call"]:`,
      "    results = composio.provider.handle_tool_calls(response=response, session=session)",
      "    response = client.responses.create(",
      `        model="${OPENAI_MODEL}",`,
      "        tools=tools,",
      "        previous_response_id=response.id,",
      "        input=[",
      `            {"type": "function_call_output", "call_id": call.call_id, "output": json.dumps(result)}`,
      "            for call, result in zip(calls, results)",
      "        ],",
      "    )",
      "print(response.output_text)",
    ],
  },
  anthropic: {
    provider: "AnthropicProvider",
    from: "composio_anthropic",
    packages: ["anthropic"],
    standard: ["json"],
    imports: ["from anthropic import Anthropic"],
    modelKey: "ANTHROPIC_API_KEY",
    lines: (prompt) => [
      "client = Anthropic()",
      `messages = [{"role": "user", "content": ${prompt}}]`,
      "",
      "",
      "def ask():",
      `    return client.messages.create(model="${CLAUDE_MODEL}", max_tokens=4096, tools=tools, messages=messages)`,
      "",
      "",
      "response = ask()",
      `while response.stop_reason == "tool_use":`,
      `    calls = [block for block in response.content if block.type == "tool_use"]`,
      "    results = composio.provider.handle_tool_calls(session=session, response=response)",
      `    messages.append({"role": "assistant", "content": response.content})`,
      "    answers = [",
      `        {"type": "tool_result", "tool_use_id": call.id, "content": json.dumps(result)}`,
      "        for call, result in zip(calls, results)",
      "    ]",
      `    messages.append({"role": "user", "content": answers})`,
      "    response = ask()",
      `print("".join(block.text for block in response.content if block.type == "text"))`,
    ],
  },
  "claude-agent-sdk": {
    provider: "ClaudeAgentSDKProvider",
    from: "composio_claude_agent_sdk",
    packages: ["claude-agent-sdk"],
    standard: ["asyncio"],
    imports: ["from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, create_sdk_mcp_server, query"],
    modelKey: "ANTHROPIC_API_KEY",
    lines: (prompt) => [
      `server = create_sdk_mcp_server(name="patchbay", version="1.0.0", tools=tools)`,
      `options = ClaudeAgentOptions(mcp_servers={"patchbay": server}, allowed_tools=["mcp__patchbay__*"])`,
      "",
      "",
      "async def main():",
      `    async for message in query(prompt=${prompt}, options=options):`,
      "        if isinstance(message, ResultMessage):",
      "            print(message.result)",
      "",
      "",
      "asyncio.run(main())",
    ],
  },
  langchain: langchain("LangchainProvider", "composio_langchain", ["langchain", "langchain-openai"]),
  langgraph: langchain("LanggraphProvider", "composio_langgraph", ["langgraph", "langchain", "langchain-openai"]),
  llamaindex: {
    provider: "LlamaIndexProvider",
    from: "composio_llamaindex",
    packages: ["llama-index", "llama-index-llms-openai"],
    standard: ["asyncio"],
    imports: [
      "from llama_index.core.agent.workflow import FunctionAgent",
      "from llama_index.llms.openai import OpenAI",
    ],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      `agent = FunctionAgent(tools=tools, llm=OpenAI(model="${OPENAI_MODEL}"))`,
      "",
      "",
      "async def main():",
      `    print(await agent.run(user_msg=${prompt}))`,
      "",
      "",
      "asyncio.run(main())",
    ],
  },
  crewai: {
    provider: "CrewAIProvider",
    from: "composio_crewai",
    packages: ["crewai"],
    imports: ["from crewai import Agent, Crew, Task"],
    modelKey: "OPENAI_API_KEY",
    lines: (prompt) => [
      "agent = Agent(",
      `    role="Assistant",`,
      `    goal="Answer with the help of tools",`,
      `    backstory="You work for one user.",`,
      "    tools=tools,",
      `    llm="${OPENAI_MODEL}",`,
      ")",
      `task = Task(description=${prompt}, expected_output="A short answer", agent=agent)`,
      "print(Crew(agents=[agent], tasks=[task]).kickoff())",
    ],
  },
  "google-adk": {
    provider: "GoogleAdkProvider",
    from: "composio_google_adk",
    packages: ["google-adk"],
    standard: ["asyncio"],
    imports: ["from google.adk.agents import Agent", "from google.adk.runners import InMemoryRunner"],
    modelKey: "GOOGLE_API_KEY",
    lines: (prompt) => [
      `agent = Agent(name="assistant", model="${GEMINI_MODEL}", instruction="Use your tools to answer.", tools=tools)`,
      "",
      "",
      "async def main():",
      `    events = await InMemoryRunner(agent=agent).run_debug(${prompt}, quiet=True)`,
      `    print("".join(part.text or "" for part in events[-1].content.parts))`,
      "",
      "",
      "asyncio.run(main())",
    ],
  },
};

/** The program of a framework; undefined for one that has no Python. */
export function toPythonProgram(framework: Framework, target: AgentTarget): AgentProgram | undefined {
  const parts = PARTS[framework];
  if (!parts) return undefined;
  const { provider, from, packages, standard = [], imports, modelKey, lines } = parts;
  return {
    install: `pip install composio ${[from.replaceAll("_", "-"), ...packages].join(" ")}`,
    modelKey,
    file: "agent.py",
    run: "python agent.py",
    code: inPython({ origin: target.origin, provider: { name: provider, from }, imports, standard }, [
      ...toSession(target),
      ...lines(text(target.task.prompt)),
    ]),
  };
}
