/** What the agent of a snippet does first: a question that one harmless call answers. Pure. */

export type AgentTask = {
  /** The question to the agent. */
  prompt: string;
  /** The tool that answers it, for programs without a model. */
  tool: string;
};

/** Needs no account, so it works in a new project. */
const WITHOUT_ACCOUNT: AgentTask = {
  prompt: "Which stories are on the front page of Hacker News?",
  tool: "HACKERNEWS_GET_FRONTPAGE",
};

/** Tools without arguments that only read. */
const BY_TOOLKIT: Readonly<Record<string, AgentTask>> = {
  github: { prompt: "What is my GitHub username?", tool: "GITHUB_GET_THE_AUTHENTICATED_USER" },
  gmail: { prompt: "What is my Gmail address?", tool: "GMAIL_GET_PROFILE" },
  linear: { prompt: "Who am I in Linear?", tool: "LINEAR_GET_CURRENT_USER" },
};

/** The question for a user who has connected these toolkits. */
export const toTask = (toolkits: readonly string[]): AgentTask =>
  toolkits.map((slug) => BY_TOOLKIT[slug]).find((task) => task !== undefined) ?? WITHOUT_ACCOUNT;

export const TASK_TOOLS: readonly string[] = [WITHOUT_ACCOUNT, ...Object.values(BY_TOOLKIT)].map(({ tool }) => tool);
