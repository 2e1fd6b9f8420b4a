/** The access of a key in words, and the usual choices. */
import { countOf } from "@/lib/contract/count-of";
import type { KeyArea } from "@/lib/contract/permission";

export type Level = "none" | "read" | "write";
export type Levels = Partial<Record<KeyArea, Level>>;

/** No operation of the area only reads. */
export const NOTHING = "nothing in this area";

/** What a key can do with read and with write access; write includes read. */
export const AREA_WORDS: Readonly<Record<KeyArea, { title: string; read: string; write: string }>> = {
  auth_configs: {
    title: "Auth configs",
    read: "see auth configs",
    write: "create, change and delete auth configs",
  },
  connected_accounts: {
    title: "Connected accounts",
    read: "see connected accounts",
    write: "connect, change and delete accounts",
  },
  tools: { title: "Tools", read: "find tools and read their schemas", write: "change tools of the project" },
  tool_execution: { title: "Tool execution", read: NOTHING, write: "execute tools" },
  proxy_execute: {
    title: "Proxy execution",
    read: NOTHING,
    write: "send any request to a provider with its users’ accounts, also by code in the workbench",
  },
  toolkits: { title: "Toolkits", read: "see toolkits", write: "add and change toolkits of the project" },
  triggers: { title: "Triggers", read: "see triggers", write: "create, change and delete triggers" },
  webhooks: { title: "Webhooks", read: "see webhook settings", write: "change where events are sent" },
  observability: { title: "Logs and usage", read: "read logs, events and usage", write: "read logs, events and usage" },
  sessions: {
    title: "Sessions",
    read: "see sessions and their files",
    write: "create, change and delete sessions, and answer what their calls ask",
  },
  mcp_servers: { title: "MCP servers", read: "see MCP servers", write: "create, change and delete MCP servers" },
  files: { title: "Files", read: "download files", write: "upload files" },
};

export const FULL_ACCESS = "Everything in the project, except its API keys, members and security settings.";

type Template = { id: string; name: string; levels: Levels | null };

/** The usual choices; null stands for full access. */
export const TEMPLATES: readonly Template[] = [
  { id: "full", name: "Full access", levels: null },
  { id: "execute", name: "Only execute tools", levels: { tool_execution: "write" } },
  {
    id: "agent",
    name: "Agent with sessions",

    levels: {
      ...{ sessions: "write", tool_execution: "write", connected_accounts: "write" },
      ...{ tools: "read", toolkits: "read", files: "write" },
    },
  },
  {
    id: "backend",
    name: "Backend of my app",

    levels: {
      ...{ auth_configs: "read", connected_accounts: "write", sessions: "write", tool_execution: "write" },
      ...{ tools: "read", toolkits: "read", triggers: "write", files: "write", mcp_servers: "read" },
    },
  },
  { id: "logs", name: "Read logs", levels: { observability: "read" } },
  { id: "custom", name: "Choose areas", levels: {} },
];

/** What a key with these levels can do, a phrase for each open area. */
export const toPhrases = (levels: Levels): string[] =>
  (Object.keys(AREA_WORDS) as KeyArea[]).flatMap((area) => {
    const level = levels[area];
    if (level !== "read" && level !== "write") return [];
    const { read, write } = AREA_WORDS[area];
    if (level === "read" || read === write || read === NOTHING) return [AREA_WORDS[area][level]];
    return [`${read}, and ${write}`];
  });

/** One line for the areas of a key. */
function sayAreas(levels: Levels): string {
  const areas = (Object.keys(AREA_WORDS) as KeyArea[]).filter((area) => levels[area] && levels[area] !== "none");
  if (areas.length === 0) return "Nothing";
  return areas.map((area) => `${AREA_WORDS[area].title} (${levels[area]})`).join(", ");
}

/** The limits of a key as the API returns them; null for the whole project. */
export type Limits = {
  toolkits?: string[] | undefined;
  user_ids?: string[] | undefined;
  addresses?: string[] | undefined;
} | null;

/** One line for a list of keys, without the limits: a limited key never has full access. */
export function sayKey({ scopes, limits }: { scopes: Levels | null; limits: Limits }): string {
  if (scopes) return sayAreas(scopes);
  return limits ? "All areas" : "Full access";
}

const NOUNS = [
  { field: "toolkits", noun: "toolkit", plural: "toolkits", before: "with" },
  { field: "user_ids", noun: "user", plural: "users", before: "for" },
  { field: "addresses", noun: "IP address", plural: "IP addresses", before: "from" },
] as const;

/** How many toolkits, users and addresses a key is limited to; empty without limits. */
export const sayLimits = (limits: Limits): string =>
  NOUNS.flatMap(({ field, noun, plural }) => {
    const list = limits?.[field];
    return list ? [countOf(list.length, noun, plural)] : [];
  }).join(", ");

/** The entries of a limit that a sentence names. */
const MOST_NAMED = 10;

/** The limits of a key, a phrase for each, which completes "This key works only ...". */
export const toLimitPhrases = (limits: Limits): string[] =>
  NOUNS.flatMap(({ field, noun, plural, before }) => {
    const list = limits?.[field];
    if (!list) return [];
    if (list.length === 0) return [`${before} no ${noun}`];
    const rest = list.length - MOST_NAMED;
    const names = list.slice(0, MOST_NAMED).join(", ");
    return [`${before} the ${list.length === 1 ? noun : plural} ${names}${rest > 0 ? ` and ${rest} more` : ""}`];
  });
