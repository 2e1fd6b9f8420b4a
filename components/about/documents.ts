/** The documents in the folder `docs/` of the installation, each with what it is for, in the order in which they are needed. */

export type DocumentGroup = { title: string; documents: readonly { file: string; about: string }[] };

export const DOCUMENT_GROUPS: readonly DocumentGroup[] = [
  {
    title: "Start",
    documents: [
      { file: "words.md", about: "What the words of the product mean" },
      { file: "moving.md", about: "Move a program that calls the Composio API here" },
      { file: "catalog.md", about: "Toolkits and tools, and how to write your own" },
    ],
  },
  {
    title: "Connect accounts",
    documents: [
      { file: "connect-popup.md", about: "Connect accounts in a popup of your app" },
      { file: "connections-page.md", about: "Give your users a page of their own connections" },
      { file: "callback-verification.md", about: "Make sure that the right person connected an account" },
      { file: "proof.md", about: "How keys are checked when they are given" },
    ],
  },
  {
    title: "Find and run tools",
    documents: [
      { file: "executing.md", about: "Run tools: whole lists in one call, and other options" },
      { file: "finding-tools.md", about: "Find the tools for a request in plain words" },
      { file: "triggers.md", about: "Receive what happens at providers" },
      { file: "webhooks.md", about: "Events, signed webhooks and the live stream" },
    ],
  },
  {
    title: "Agents",
    documents: [
      { file: "mcp.md", about: "Give tools to agents by MCP" },
      { file: "sessions.md", about: "Let an agent work for one user" },
      { file: "meta-tools.md", about: "The tools with which an agent finds and runs all others" },
      { file: "approvals.md", about: "Calls that wait until a person allows them" },
      { file: "workbench.md", about: "Run Python and bash in sandboxes" },
      { file: "web-search.md", about: "Search the web from code and agents" },
      { file: "console.md", about: "Do a task the way an agent does it" },
      { file: "language-model.md", about: "Use a language model: settings, and what is sent to it" },
    ],
  },
  {
    title: "Operate",
    documents: [
      { file: "members.md", about: "Invite people, choose their roles, remove them" },
      { file: "upgrading.md", about: "What to know before an update" },
      { file: "several-copies.md", about: "Run several copies on one database" },
      { file: "performance.md", about: "What a call costs, measured" },
      { file: "architecture.md", about: "How Patchbay is built" },
    ],
  },
];

/** Documents that have been renamed, by the name in their former address. */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map([["catalogue", "catalog"]]);

export const DOCUMENTS = DOCUMENT_GROUPS.flatMap(({ documents }) => documents);
