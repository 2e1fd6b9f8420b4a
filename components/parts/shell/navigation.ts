/**
 * The sections of the dashboard, in the order of the sidebar. The breadcrumbs and the command palette read the same
 * list.
 */
import {
  Blocks,
  BookOpen,
  Bot,
  Box,
  Cable,
  DatabaseBackup,
  FlaskConical,
  FolderCog,
  House,
  IdCard,
  Info,
  KeyRound,
  LayoutGrid,
  ListChecks,
  NotebookPen,
  Plug,
  Radio,
  ScrollText,
  ShieldCheck,
  SquareTerminal,
  Stamp,
  TextSearch,
  UserRound,
  UsersRound,
  Webhook,
  Zap,
  type LucideIcon,
} from "lucide-react";

type NavigationEntry = {
  href: string;
  label: string;
  Icon: LucideIcon;
  /** A single object, for the page that creates a new object. */
  one?: string;
  /** Another path whose pages belong to this entry. */
  also?: string;
  /** The number of calls that wait for a decision is shown next to its label. */
  counts?: true;
};
export type NavigationGroup = { heading?: string; entries: readonly NavigationEntry[] };

export const NAVIGATION: readonly NavigationGroup[] = [
  { entries: [{ href: "/", label: "Home", Icon: House }] },
  {
    heading: "Build",
    entries: [
      { href: "/toolkits", label: "Toolkits", Icon: LayoutGrid, also: "/tools" },
      { href: "/find", label: "Find", Icon: TextSearch },
      { href: "/playground", label: "Playground", Icon: FlaskConical },
      { href: "/notebooks", label: "Notebooks", Icon: NotebookPen },
    ],
  },
  {
    heading: "Connect",
    entries: [
      { href: "/auth-configs", label: "Auth configs", one: "auth config", Icon: ShieldCheck },
      { href: "/connected-accounts", label: "Connected accounts", Icon: Cable },
      { href: "/users", label: "Users", Icon: UsersRound },
    ],
  },
  {
    heading: "Deliver",
    entries: [
      { href: "/mcp", label: "MCP servers", one: "MCP server", Icon: Plug },
      { href: "/triggers", label: "Triggers", one: "trigger", Icon: Zap },
      { href: "/sessions", label: "Sessions", one: "session", Icon: Bot },
      { href: "/console", label: "Console", Icon: SquareTerminal },
      { href: "/approvals", label: "Approvals", Icon: Stamp, counts: true },
    ],
  },
  {
    heading: "Observe",
    entries: [
      { href: "/logs/tools", label: "Tool logs", Icon: ScrollText },
      { href: "/logs/triggers", label: "Trigger logs", Icon: Radio },
    ],
  },
  {
    heading: "Settings",
    entries: [
      { href: "/settings/project", label: "Project", Icon: FolderCog },
      { href: "/settings/members", label: "Members", Icon: IdCard },
      { href: "/settings/api-keys", label: "API keys", Icon: KeyRound },
      { href: "/settings/webhooks", label: "Webhooks", Icon: Webhook },
      { href: "/settings/managed-apps", label: "Managed apps", Icon: Blocks },
      { href: "/settings/mcp-clients", label: "MCP clients", Icon: Plug },
      { href: "/settings/sandboxes", label: "Sandboxes", Icon: Box },
      { href: "/settings/backups", label: "Backups", Icon: DatabaseBackup },
      { href: "/settings/about", label: "About", Icon: Info },
    ],
  },
];

/** Pages that are in no group of the sidebar. */
export const OTHER_PAGES: readonly NavigationEntry[] = [
  { href: "/getting-started", label: "Getting started", Icon: ListChecks },
  { href: "/settings/profile", label: "Profile", Icon: UserRound },
  { href: "/docs", label: "Documentation", Icon: BookOpen },
];

/** Home matches only itself; every other entry also covers the pages below it. */
export const isUnder = (pathname: string, href: string): boolean =>
  href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);

/** Returns whether the page at `pathname` belongs to the entry. */
export const belongsTo = (pathname: string, { href, also }: Pick<NavigationEntry, "href" | "also">): boolean =>
  isUnder(pathname, href) || (also !== undefined && isUnder(pathname, also));

export type Crumb = { label: string; href?: string };

/**
 * From the group down to the page: `Observe / Tool logs`. A page below an entry adds the last part of its path and
 * links the entry.
 */
export function toBreadcrumbs(pathname: string): Crumb[] {
  for (const { heading, entries } of [...NAVIGATION, { entries: OTHER_PAGES }] as NavigationGroup[]) {
    const entry = entries.find((candidate) => belongsTo(pathname, candidate));
    if (!entry) continue;
    const group = heading ? [{ label: heading }] : [];
    if (pathname === entry.href) return [...group, { label: entry.label }];
    const last = pathname.slice(pathname.lastIndexOf("/") + 1);
    const label = pathname === `${entry.href}/new` && entry.one ? `New ${entry.one}` : toWord(last);
    return [
      ...group,
      { label: entry.label, href: entry.href },
      { label: pathname === NEW_RULES ? "New saved rules" : label },
    ];
  }
  return [];
}

const NEW_RULES = "/sessions/saved/new";

/** Ids and slugs stay as they are; these are our own labels. */
const WORDS: Readonly<Record<string, string>> = {
  new: "New",
  changed: "Changed tools",
  compare: "Compare runs",
  revocations: "Revocations",
  saved: "Saved rules",
  types: "Types",
};

function toWord(piece: string): string {
  const word = Object.hasOwn(WORDS, piece) ? WORDS[piece] : undefined;
  if (word) return word;
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece; // a percent sign that starts no escape
  }
}
