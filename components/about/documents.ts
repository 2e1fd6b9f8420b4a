/** The guides in the folder `docs/` of the installation: a group for each folder, in the order of their use. */

export type Guide = { file: string; about: string };
export type GuideGroup = { title: string; documents: readonly Guide[] };

export const DOCUMENT_GROUPS: readonly GuideGroup[] = [
  {
    title: "Start",
    documents: [{ file: "start/first-call.md", about: "Make a first call, and connect a user's account" }],
  },
  {
    title: "Connect users",
    documents: [
      { file: "connect-users/connect-popup.md", about: "Connect accounts in a popup of your app" },
      { file: "connect-users/connections-page.md", about: "Give your users a page of their own connections" },
      {
        file: "connect-users/callback-verification.md",
        about: "Make sure that the right person connected an account",
      },
      { file: "connect-users/proof.md", about: "How keys are checked when they are given" },
      { file: "connect-users/consent.md", about: "What the consent of the most used toolkits asks for" },
    ],
  },
  {
    title: "Run tools",
    documents: [
      { file: "run-tools/executing.md", about: "Run tools: whole lists in one call, and other options" },
      { file: "run-tools/changed-tools.md", about: "Change a tool for your project: words, arguments, or hide it" },
      { file: "run-tools/finding-tools.md", about: "Find the tools for a request in plain words" },
    ],
  },
  {
    title: "Agents and sessions",
    documents: [
      { file: "agents-and-sessions/sessions.md", about: "Let an agent work for one user" },
      {
        file: "agents-and-sessions/meta-tools.md",
        about: "The tools with which an agent finds and runs all others",
      },
      { file: "agents-and-sessions/approvals.md", about: "Calls that wait until a person allows them" },
      { file: "agents-and-sessions/console.md", about: "Do a task the way an agent does it" },
    ],
  },
  { title: "MCP", documents: [{ file: "mcp/mcp-servers.md", about: "Give tools to agents by MCP" }] },
  { title: "Workbench", documents: [{ file: "workbench/running-code.md", about: "Run Python and bash in sandboxes" }] },
  {
    title: "Triggers and webhooks",
    documents: [
      { file: "triggers-and-webhooks/triggers.md", about: "Receive what happens at providers" },
      { file: "triggers-and-webhooks/webhooks.md", about: "Events, signed webhooks and the live stream" },
    ],
  },
  {
    title: "Own toolkits",
    documents: [
      { file: "own-toolkits/from-a-document.md", about: "Add your company's API from its own description" },
      { file: "own-toolkits/integration-yaml.md", about: "Say how users sign in to an app, and how requests are sent" },
      { file: "own-toolkits/by-hand.md", about: "Write single HTTP requests and GraphQL operations as tools" },
      { file: "own-toolkits/catalog.md", about: "Toolkits and tools, and how to write your own" },
      { file: "own-toolkits/mcp-servers.md", about: "MCP servers as toolkits of a project, and changed tools" },
    ],
  },
  {
    title: "Security and teams",
    documents: [{ file: "security-and-teams/members.md", about: "Invite people, choose their roles, remove them" }],
  },
  {
    title: "Operate",
    documents: [
      { file: "operate/install.md", about: "Install a release, start it and update it" },
      { file: "operate/containers.md", about: "Run it in containers, on Kubernetes or by systemd, behind a proxy" },
      { file: "operate/command-line.md", about: "Use Patchbay from a terminal or a script" },
      { file: "operate/settings.md", about: "All settings of the server" },
      { file: "operate/backup.md", about: "Back up the whole server, and restore it elsewhere" },
      { file: "operate/project-files.md", about: "Copy a project by readable files, without secrets" },
      { file: "operate/upgrading.md", about: "What to know before an update" },
      { file: "operate/watching.md", about: "Health, metrics, alerts and logs of a running server" },
      { file: "operate/platforms.md", about: "Linux, macOS, WSL and versions of Node: what runs where" },
      { file: "operate/processes.md", about: "Use all cores of one machine" },
      { file: "operate/several-copies.md", about: "Run several copies on one database" },
      { file: "operate/language-model.md", about: "Use a language model: settings, and what is sent to it" },
      { file: "operate/web-search.md", about: "Search the web from code and agents" },
      { file: "operate/performance.md", about: "What a call costs, measured" },
    ],
  },
  {
    title: "Migrate",
    documents: [
      { file: "migrate/from-composio.md", about: "Move a program that calls the Composio API here" },
      { file: "migrate/older-api.md", about: "Run programs from before version 3 of the API" },
      { file: "migrate/older-documents.md", about: "Which examples of the older documents run here" },
    ],
  },
  {
    title: "Reference",
    documents: [
      { file: "reference/words.md", about: "What the words of the product mean" },
      { file: "reference/commands.md", about: "All commands of the installation" },
      { file: "reference/architecture.md", about: "How Patchbay is built" },
    ],
  },
];

export const DOCUMENTS = DOCUMENT_GROUPS.flatMap(({ documents }) => documents);

/** The folder of a group in `docs/`, and its name in addresses. */
export const toFolder = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** The URL of a guide: its file name without the extension. */
export const toAddress = (file: string): string => `/docs/${file.replace(/\.md$/, "")}`;
