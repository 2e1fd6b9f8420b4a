/** The guides in the folder `docs/` of the installation: a group for each folder, in the order of their use. */

export type Guide = { file: string; about: string };
export type GuideGroup = { title: string; documents: readonly Guide[] };

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: "Start",
    documents: [{ file: "start/first-call.md", about: "Make your first call and connect a user's account" }],
  },
  {
    title: "Connect users",
    documents: [
      { file: "connect-users/connect-popup.md", about: "Connect accounts in a popup of your app" },
      { file: "connect-users/connections-page.md", about: "Give your users a page to manage their connections" },
      {
        file: "connect-users/callback-verification.md",
        about: "Verify who connected an account",
      },
      { file: "connect-users/proof.md", about: "How keys are checked when entered" },
      { file: "connect-users/consent.md", about: "What popular toolkits ask for on their consent screens" },
    ],
  },
  {
    title: "Run tools",
    documents: [
      { file: "run-tools/executing.md", about: "Pagination and other options" },
      { file: "run-tools/changed-tools.md", about: "Rewrite, limit or hide a tool in your project" },
      { file: "run-tools/finding-tools.md", about: "Find tools with plain-language requests" },
    ],
  },
  {
    title: "Agents and sessions",
    documents: [
      { file: "agents-and-sessions/sessions.md", about: "Run an agent for one user" },
      {
        file: "agents-and-sessions/meta-tools.md",
        about: "Tools agents use to find and run other tools",
      },
      { file: "agents-and-sessions/approvals.md", about: "Approvals" },
      { file: "agents-and-sessions/console.md", about: "Console" },
    ],
  },
  { title: "MCP", documents: [{ file: "mcp/mcp-servers.md", about: "Give tools to agents over MCP" }] },
  { title: "Workbench", documents: [{ file: "workbench/running-code.md", about: "Run Python and bash in sandboxes" }] },
  {
    title: "Triggers and webhooks",
    documents: [
      { file: "triggers-and-webhooks/triggers.md", about: "Triggers" },
      { file: "triggers-and-webhooks/webhooks.md", about: "Events, signed webhooks and the live stream" },
    ],
  },
  {
    title: "Own toolkits",
    documents: [
      { file: "own-toolkits/from-a-document.md", about: "Add your company's API from its description" },
      { file: "own-toolkits/examples.md", about: "One example of each kind, with its first call" },
      { file: "own-toolkits/integration-yaml.md", about: "Define sign-in and requests for an app" },
      { file: "own-toolkits/by-hand.md", about: "Turn HTTP requests and GraphQL operations into tools" },
      { file: "own-toolkits/catalog.md", about: "The catalog, and writing your own toolkits" },
      { file: "own-toolkits/mcp-servers.md", about: "Use MCP servers as toolkits, and review changed tools" },
    ],
  },
  {
    title: "Security and teams",
    documents: [
      { file: "security-and-teams/api-keys.md", about: "Limit what an API key can do" },
      { file: "security-and-teams/sealed-secrets.md", about: "Send secrets encrypted" },
      { file: "security-and-teams/members.md", about: "Invite people, set roles, remove members" },
      { file: "security-and-teams/sign-in.md", about: "Sign in with a second step" },
      { file: "security-and-teams/audit.md", about: "See who changed what" },
      { file: "security-and-teams/policies.md", about: "Rules that every call obeys" },
      { file: "security-and-teams/session-hooks.md", about: "Check the calls of a session" },
    ],
  },
  {
    title: "Operate",
    documents: [
      { file: "operate/install.md", about: "Install, start and update a release" },
      { file: "operate/containers.md", about: "Containers, Kubernetes, systemd and reverse proxies" },
      { file: "operate/command-line.md", about: "Use Patchbay from a terminal or a script" },
      { file: "operate/settings.md", about: "All server settings" },
      { file: "operate/backup.md", about: "Back up the whole server, and restore it elsewhere" },
      { file: "operate/project-files.md", about: "Copy a project by readable files, without secrets" },
      { file: "operate/upgrading.md", about: "Before you upgrade" },
      { file: "operate/watching.md", about: "Health, metrics, alerts and logs of a running server" },
      { file: "operate/platforms.md", about: "Supported systems and Node versions" },
      { file: "operate/processes.md", about: "Use all cores on one machine" },
      { file: "operate/several-copies.md", about: "Run several copies on one database" },
      { file: "operate/language-model.md", about: "Use a language model: settings and what is sent to it" },
      { file: "operate/web-search.md", about: "Search the web from code and agents" },
      { file: "operate/performance.md", about: "Performance" },
    ],
  },
  {
    title: "Migrate",
    documents: [
      { file: "migrate/from-composio.md", about: "Migrate from Composio" },
      { file: "migrate/older-api.md", about: "Run programs written for API versions before 3" },
      { file: "migrate/older-documents.md", about: "Which older examples work here" },
    ],
  },
  {
    title: "Reference",
    documents: [
      { file: "reference/words.md", about: "Glossary" },
      { file: "reference/commands.md", about: "All commands" },
      { file: "reference/architecture.md", about: "How Patchbay is built" },
    ],
  },
];

export const GUIDES = GUIDE_GROUPS.flatMap(({ documents }) => documents);

/** The folder of a group in `docs/`, and its name in addresses. */
export const toFolder = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** The URL of a guide: its file name without the extension. */
export const toAddress = (file: string): string => `/docs/${file.replace(/\.md$/, "")}`;
