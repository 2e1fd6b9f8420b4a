/** What the command palette leads to without asking the server: pages, what can be made, guides, the theme. Pure. */
import { BookOpen, Monitor, Moon, Plus, Sun, type LucideIcon } from "lucide-react";
import { DOCUMENTS, toAddress } from "@/components/about/documents";
import { NAVIGATION, OTHER_PAGES } from "@/components/parts/shell/navigation";
import type { Permission } from "@/lib/contract/permission";

type Fixed = { key: string; label: string; detail?: string | undefined; Icon: LucideIcon };
export type PageCommand = Fixed & { href: string };
export type ThemeCommand = Fixed & { theme: "light" | "dark" | "system" };

/** What a person can make, where, and who may. */
const ACTIONS: readonly { label: string; href: string; permission: Permission; words?: string }[] = [
  { label: "Connect an account", href: "/connected-accounts?new=1", permission: "connected_accounts:write" },
  { label: "Create API key", href: "/settings/api-keys?new=1", permission: "api_keys:write" },
  {
    label: "Create auth config",
    href: "/auth-configs/new",
    permission: "auth_configs:write",
    words: "sign-in OAuth app",
  },
  { label: "Create MCP server", href: "/mcp/new", permission: "mcp_servers:write" },
  { label: "Create trigger", href: "/triggers/new", permission: "triggers:write", words: "event" },
  { label: "Create session", href: "/sessions/new", permission: "sessions:write", words: "agent" },
  {
    label: "Create saved rules",
    href: "/sessions/saved/new",
    permission: "sessions:write",
    words: "save sessions",
  },
  {
    label: "Invite a member",
    href: "/settings/members?new=1",
    permission: "members:write",
    words: "add colleague user",
  },
  {
    label: "Create webhook endpoint",
    href: "/settings/webhooks?new=1",
    permission: "webhooks:write",
    words: "webhook",
  },
];

const THEMES = [
  ["light", "Light theme", Sun],
  ["dark", "Dark theme", Moon],
  ["system", "System theme", Monitor],
] as const;

/** So many guides at most: a common word stands in many. */
const MOST_GUIDES = 5;

/** Whether each of the typed words is in one of the texts. */
export function fits(words: string, ...texts: readonly (string | undefined)[]): boolean {
  const whole = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

export const findPages = (words: string): PageCommand[] =>
  [
    ...NAVIGATION.flatMap(({ label, pages }) =>
      pages.map((page) => ({ ...page, section: pages.length > 1 && label !== page.label ? label : undefined })),
    ),
    ...OTHER_PAGES.map((page) => ({ ...page, section: undefined })),
  ]
    .filter(({ label }) => fits(words, label))
    .map(({ href, label, Icon, section }) => ({ key: href, href, label, detail: section, Icon }));

export const findActions = (words: string, may: (permission: Permission) => boolean): PageCommand[] =>
  ACTIONS.filter(({ label, permission, words: more }) => fits(words, label, more) && may(permission)).map(
    ({ label, href }) => ({ key: `new ${href}`, href, label, Icon: Plus }),
  );

/** By what they are for and by their names; none until something is typed. */
export const findGuides = (words: string): PageCommand[] =>
  words.length < 2
    ? []
    : DOCUMENTS.filter(({ file, about }) => fits(words, about, file.replaceAll("-", " "), "guide documentation"))
        .slice(0, MOST_GUIDES)
        .map(({ file, about }) => ({ key: `guide ${file}`, href: toAddress(file), label: about, Icon: BookOpen }));

export const findThemes = (words: string): ThemeCommand[] =>
  THEMES.filter(([, label]) => fits(words, label)).map(([theme, label, Icon]) => ({ key: theme, theme, label, Icon }));
