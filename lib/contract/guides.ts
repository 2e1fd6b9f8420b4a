/** The guides in the folder `docs/` of the installation: a group for each folder, in the order of their use. */

/** `title` is the first line of the file. */
export type Guide = { file: string; title: string; about: string };
export type GuideGroup = { title: string; documents: readonly Guide[] };

/** How to create an OAuth app in the console of a provider. */
const appGuide = (name: string, provider: string, article = "A"): Guide => ({
  file: `connect-users/${name}-app.md`,
  title: `${article} ${provider} app of your own`,
  about: `Create an OAuth app at ${provider}, step by step`,
});

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: "Start",
    documents: [
      {
        file: "start/first-call.md",
        title: "The first call",
        about: "Make your first call and connect a user's account",
      },
    ],
  },
  {
    title: "Quickstarts",
    documents: [
      { file: "quickstarts/openai-agents.md", title: "OpenAI Agents", about: "OpenAI Agents" },
      { file: "quickstarts/openai.md", title: "OpenAI", about: "OpenAI" },
      { file: "quickstarts/anthropic.md", title: "Anthropic", about: "Anthropic" },
      { file: "quickstarts/claude-agent-sdk.md", title: "Claude Agent SDK", about: "Claude Agent SDK" },
      { file: "quickstarts/vercel.md", title: "Vercel AI SDK", about: "Vercel AI SDK" },
      { file: "quickstarts/langchain.md", title: "LangChain", about: "LangChain" },
      { file: "quickstarts/langgraph.md", title: "LangGraph", about: "LangGraph" },
      { file: "quickstarts/mastra.md", title: "Mastra", about: "Mastra" },
      { file: "quickstarts/llamaindex.md", title: "LlamaIndex", about: "LlamaIndex" },
      { file: "quickstarts/crewai.md", title: "CrewAI", about: "CrewAI" },
      { file: "quickstarts/google-adk.md", title: "Google ADK", about: "Google ADK" },
      { file: "quickstarts/http.md", title: "HTTP", about: "HTTP" },
      { file: "quickstarts/claude-code.md", title: "Claude Code", about: "Claude Code" },
      { file: "quickstarts/claude-desktop.md", title: "Claude Desktop", about: "Claude Desktop" },
      { file: "quickstarts/cursor.md", title: "Cursor", about: "Cursor" },
      { file: "quickstarts/vscode.md", title: "VS Code", about: "VS Code" },
      { file: "quickstarts/windsurf.md", title: "Windsurf", about: "Windsurf" },
      { file: "quickstarts/chatgpt.md", title: "ChatGPT", about: "ChatGPT" },
      { file: "quickstarts/gemini-cli.md", title: "Gemini CLI", about: "Gemini CLI" },
      { file: "quickstarts/codex.md", title: "Codex", about: "Codex" },
    ],
  },
  {
    title: "Connect users",
    documents: [
      {
        file: "connect-users/auth-schemes.md",
        title: "Auth schemes",
        about: "Choose how users sign in to a toolkit",
      },
      {
        file: "connect-users/connect-popup.md",
        title: "Connect in a popup",
        about: "Connect accounts in a popup of your app",
      },
      {
        file: "connect-users/connections-page.md",
        title: "The connections page",
        about: "Give your users a page to manage their connections",
      },
      {
        file: "connect-users/callback-verification.md",
        title: "Callback verification",
        about: "Verify who connected an account",
      },
      { file: "connect-users/proof.md", title: "Proof of keys", about: "How keys are checked when entered" },
      {
        file: "connect-users/renewal.md",
        title: "Renewal of tokens",
        about: "When tokens are renewed",
      },
      appGuide("google", "Google"),
      appGuide("microsoft", "Microsoft"),
      appGuide("slack", "Slack"),
      appGuide("github", "GitHub"),
      appGuide("notion", "Notion"),
      appGuide("hubspot", "HubSpot"),
      appGuide("salesforce", "Salesforce"),
      appGuide("atlassian", "Atlassian", "An"),
      appGuide("shopify", "Shopify"),
      appGuide("linkedin", "LinkedIn"),
      appGuide("meta", "Meta"),
      appGuide("zoom", "Zoom"),
      {
        file: "connect-users/consent.md",
        title: "Consent of sixty toolkits",
        about: "What popular toolkits ask for on their consent screens",
      },
    ],
  },
  {
    title: "Run tools",
    documents: [
      { file: "run-tools/executing.md", title: "Executing tools", about: "Pagination and other options" },
      {
        file: "run-tools/smaller-answers.md",
        title: "Smaller answers",
        about: "Answers that fit a model: fields, limits of tokens, TOON",
      },
      {
        file: "run-tools/changed-tools.md",
        title: "Changed tools",
        about: "Rewrite, limit or hide a tool in your project",
      },
      { file: "run-tools/finding-tools.md", title: "Finding tools", about: "Find tools with plain-language requests" },
      {
        file: "run-tools/testing.md",
        title: "Testing without accounts",
        about: "Test tools, agents and webhooks without accounts",
      },
    ],
  },
  {
    title: "Agents and sessions",
    documents: [
      { file: "agents-and-sessions/sessions.md", title: "Sessions", about: "Run an agent for one user" },
      {
        file: "agents-and-sessions/meta-tools.md",
        title: "Meta tools",
        about: "Tools agents use to find and run other tools",
      },
      { file: "agents-and-sessions/approvals.md", title: "Approvals", about: "Approvals" },
      { file: "agents-and-sessions/console.md", title: "The console", about: "Console" },
    ],
  },
  {
    title: "MCP",
    documents: [{ file: "mcp/mcp-servers.md", title: "MCP servers", about: "Give tools to agents over MCP" }],
  },
  {
    title: "Workbench",
    documents: [
      { file: "workbench/running-code.md", title: "The workbench", about: "Run Python and bash in sandboxes" },
    ],
  },
  {
    title: "Triggers and webhooks",
    documents: [
      { file: "triggers-and-webhooks/triggers.md", title: "Triggers", about: "Triggers" },
      {
        file: "triggers-and-webhooks/real-time.md",
        title: "Events within seconds",
        about: "Real-time reports of Gmail, Google Calendar and Outlook",
      },
      {
        file: "triggers-and-webhooks/webhooks.md",
        title: "Events and webhooks",
        about: "Events, signed webhooks and the live stream",
      },
      {
        file: "triggers-and-webhooks/inboxes.md",
        title: "Inboxes",
        about: "Events for programs without a URL",
      },
    ],
  },
  {
    title: "Own toolkits",
    documents: [
      {
        file: "own-toolkits/from-a-document.md",
        title: "A toolkit from a document",
        about: "Add your company's API from its description",
      },
      {
        file: "own-toolkits/examples.md",
        title: "One example of each kind",
        about: "One example of each kind, with its first call",
      },
      {
        file: "own-toolkits/integration-yaml.md",
        title: "integration.yaml",
        about: "Define sign-in and requests for an app",
      },
      {
        file: "own-toolkits/by-hand.md",
        title: "Tools by hand",
        about: "Turn HTTP requests and GraphQL operations into tools",
      },
      { file: "own-toolkits/catalog.md", title: "The catalog", about: "The catalog, and writing your own toolkits" },
      {
        file: "own-toolkits/mcp-servers.md",
        title: "MCP servers as toolkits",
        about: "Use MCP servers as toolkits, and review changed tools",
      },
    ],
  },
  {
    title: "Security and teams",
    documents: [
      {
        file: "security-and-teams/security-model.md",
        title: "Security model",
        about: "What is protected and how, and what is not",
      },
      {
        file: "security-and-teams/tenancy.md",
        title: "Tenancy",
        about: "Who sees what, and products with many customers",
      },
      { file: "security-and-teams/api-keys.md", title: "API keys", about: "Limit what an API key can do" },
      { file: "security-and-teams/sealed-secrets.md", title: "Sealed secrets", about: "Send secrets encrypted" },
      { file: "security-and-teams/members.md", title: "Members", about: "Invite people, set roles, remove members" },
      { file: "security-and-teams/sign-in.md", title: "Sign-in", about: "Sign in with a second step" },
      {
        file: "security-and-teams/single-sign-on.md",
        title: "Single sign-on",
        about: "Sign in with your company’s provider",
      },
      { file: "security-and-teams/audit.md", title: "Audit trail", about: "See who changed what" },
      { file: "security-and-teams/policies.md", title: "Policies", about: "Rules that every call obeys" },
      { file: "security-and-teams/session-hooks.md", title: "Session hooks", about: "Check the calls of a session" },
    ],
  },
  {
    title: "Operate",
    documents: [
      { file: "operate/install.md", title: "Installing a release", about: "Install, start and update a release" },
      {
        file: "operate/containers.md",
        title: "Containers and systemd",
        about: "Containers, Kubernetes, systemd and reverse proxies",
      },
      { file: "operate/command-line.md", title: "The command line", about: "Use Patchbay from a terminal or a script" },
      { file: "operate/settings.md", title: "Settings", about: "All server settings" },
      {
        file: "operate/backup.md",
        title: "Backup and restore",
        about: "Back up the whole server, and restore it elsewhere",
      },
      {
        file: "operate/project-files.md",
        title: "A project as files",
        about: "Copy a project by readable files, without secrets",
      },
      { file: "operate/upgrading.md", title: "Upgrading", about: "Before you upgrade" },
      {
        file: "operate/watching.md",
        title: "Watching a server",
        about: "Health, metrics, alerts and logs of a running server",
      },
      { file: "operate/platforms.md", title: "Platforms", about: "Supported systems and Node versions" },
      { file: "operate/processes.md", title: "Several processes", about: "Use all cores on one machine" },
      { file: "operate/several-copies.md", title: "Several copies", about: "Run several copies on one database" },
      {
        file: "operate/language-model.md",
        title: "The language model",
        about: "Use a language model: settings and what is sent to it",
      },
      { file: "operate/web-search.md", title: "Web search", about: "Search the web from code and agents" },
      { file: "operate/scaling.md", title: "To a million users", about: "Plan for a million users" },
      { file: "operate/performance.md", title: "What a call costs", about: "Performance" },
    ],
  },
  {
    title: "Migrate",
    documents: [
      { file: "migrate/from-composio.md", title: "Moving a program here", about: "Migrate from Composio" },
      {
        file: "migrate/older-api.md",
        title: "Programs from before version 3",
        about: "Run programs written for API versions before 3",
      },
      { file: "migrate/older-documents.md", title: "Older examples", about: "Which older examples work here" },
    ],
  },
  {
    title: "Reference",
    documents: [
      {
        file: "reference/compatibility.md",
        title: "Compatibility",
        about: "Which SDK methods and operations work here",
      },
      { file: "reference/words.md", title: "Words", about: "Glossary" },
      { file: "reference/errors.md", title: "Errors", about: "What each error means, and what to do" },
      { file: "reference/limits.md", title: "Limits", about: "Every limit of size, count, rate and time" },
      { file: "reference/commands.md", title: "Commands", about: "All commands" },
      { file: "reference/architecture.md", title: "How it is built", about: "How Patchbay is built" },
    ],
  },
];

export const GUIDES = GUIDE_GROUPS.flatMap(({ documents }) => documents);

/** The folder of a group in `docs/`, and its name in addresses. */
export const toFolder = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** The URL of a guide: its file name without the extension. */
export const toAddress = (file: string): string => `/docs/${file.replace(/\.md$/, "")}`;
