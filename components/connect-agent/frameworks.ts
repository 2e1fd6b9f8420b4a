/** The ways to give tools to an agent, in the order of their tabs. Pure, and small: the code itself is loaded later. */

export const FRAMEWORKS = [
  { key: "openai-agents", label: "OpenAI Agents", languages: ["typescript", "python"] },
  { key: "openai", label: "OpenAI", languages: ["typescript", "python"] },
  { key: "anthropic", label: "Anthropic", languages: ["typescript", "python"] },
  { key: "claude-agent-sdk", label: "Claude Agent SDK", languages: ["typescript", "python"] },
  { key: "vercel", label: "Vercel AI SDK", languages: ["typescript"] },
  { key: "langchain", label: "LangChain", languages: ["typescript", "python"] },
  { key: "langgraph", label: "LangGraph", languages: ["typescript", "python"] },
  { key: "mastra", label: "Mastra", languages: ["typescript"] },
  { key: "llamaindex", label: "LlamaIndex", languages: ["typescript", "python"] },
  { key: "crewai", label: "CrewAI", languages: ["python"] },
  { key: "google-adk", label: "Google ADK", languages: ["python"] },
  { key: "http", label: "HTTP", languages: ["shell", "typescript", "python"] },
] as const satisfies readonly { key: string; label: string; languages: readonly Language[] }[];

export type Language = "typescript" | "python" | "shell";
export type Framework = (typeof FRAMEWORKS)[number]["key"];
/** `mcp` is the tab of MCP clients, which take a URL instead of code. */
export type AgentTab = Framework | "mcp";

export const LANGUAGES: Readonly<Record<Language, string>> = {
  typescript: "TypeScript",
  python: "Python",
  shell: "curl",
};

export const TABS: readonly { key: AgentTab; label: string }[] = [
  ...FRAMEWORKS.map(({ key, label }) => ({ key, label })),
  { key: "mcp", label: "MCP clients" },
];

export const languagesOf = (framework: Framework): readonly Language[] =>
  FRAMEWORKS.find(({ key }) => key === framework)?.languages ?? [];
