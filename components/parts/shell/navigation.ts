/**
 * The sections of the dashboard and their pages, in the order of the sidebar. The row of pages, the breadcrumbs and the
 * command palette read the same list.
 */
import {
  Blocks,
  BookOpen,
  Bot,
  Box,
  Cable,
  ChartColumn,
  DatabaseBackup,
  FileClock,
  FlaskConical,
  FolderCog,
  House,
  IdCard,
  Info,
  KeyRound,
  LayoutGrid,
  ListChecks,
  LogIn,
  NotebookPen,
  Plug,
  PlugZap,
  Radio,
  Scale,
  ScrollText,
  Settings,
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

export type NavigationPage = {
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

/** An entry of the sidebar. Its first page opens it. */
export type NavigationSection = {
  label: string;
  Icon: LucideIcon;
  /** The key that opens it after G. */
  jump: string;
  pages: readonly [NavigationPage, ...NavigationPage[]];
};

/** A section that is a single page. */
const single = (jump: string, page: NavigationPage): NavigationSection => ({
  label: page.label,
  Icon: page.Icon,
  jump,
  pages: [page],
});

export const NAVIGATION: readonly NavigationSection[] = [
  single("h", { href: "/", label: "Home", Icon: House }),
  single("t", { href: "/toolkits", label: "Toolkits", one: "toolkit", Icon: LayoutGrid, also: "/tools" }),
  {
    label: "Playground",
    Icon: FlaskConical,
    jump: "p",
    pages: [
      { href: "/playground", label: "Playground", Icon: FlaskConical },
      { href: "/find", label: "Find", Icon: TextSearch },
      { href: "/console", label: "Console", Icon: SquareTerminal },
      { href: "/notebooks", label: "Notebooks", Icon: NotebookPen },
    ],
  },
  single("a", { href: "/auth-configs", label: "Auth configs", one: "auth config", Icon: ShieldCheck }),
  {
    label: "Connected accounts",
    Icon: Cable,
    jump: "c",
    pages: [
      { href: "/connected-accounts", label: "Accounts", Icon: Cable },
      { href: "/users", label: "Users", Icon: UsersRound },
    ],
  },
  {
    label: "MCP servers",
    Icon: Plug,
    jump: "m",
    pages: [
      { href: "/mcp", label: "MCP servers", one: "MCP server", Icon: Plug },
      { href: "/settings/mcp-clients", label: "MCP clients", Icon: PlugZap },
    ],
  },
  {
    label: "Sessions",
    Icon: Bot,
    jump: "s",
    pages: [
      { href: "/sessions", label: "Sessions", one: "session", Icon: Bot },
      { href: "/approvals", label: "Approvals", Icon: Stamp, counts: true },
    ],
  },
  single("r", { href: "/triggers", label: "Triggers", one: "trigger", Icon: Zap }),
  {
    label: "Logs",
    Icon: ScrollText,
    jump: "l",
    pages: [
      { href: "/logs/tools", label: "Tool logs", Icon: ScrollText },
      { href: "/logs/triggers", label: "Event logs", Icon: Radio },
      { href: "/usage", label: "Usage", Icon: ChartColumn },
    ],
  },
  {
    label: "Settings",
    Icon: Settings,
    jump: "e",
    pages: [
      { href: "/settings/project", label: "Project", Icon: FolderCog },
      { href: "/settings/api-keys", label: "API keys", Icon: KeyRound },
      { href: "/settings/members", label: "Members", Icon: IdCard },
      { href: "/settings/single-sign-on", label: "Single sign-on", Icon: LogIn },
      { href: "/settings/audit", label: "Audit", Icon: FileClock },
      { href: "/settings/policies", label: "Policies", Icon: Scale },
      { href: "/settings/webhooks", label: "Webhooks", Icon: Webhook },
      { href: "/settings/managed-apps", label: "Managed apps", Icon: Blocks },
      { href: "/settings/sandboxes", label: "Sandboxes", Icon: Box },
      { href: "/settings/backups", label: "Backups", Icon: DatabaseBackup },
      { href: "/settings/about", label: "About", Icon: Info },
    ],
  },
];

/** Pages that are in no section. */
export const OTHER_PAGES: readonly NavigationPage[] = [
  { href: "/getting-started", label: "Getting started", Icon: ListChecks },
  { href: "/settings/profile", label: "Profile", Icon: UserRound },
  { href: "/docs", label: "Documentation", Icon: BookOpen },
];

/** Home matches only itself; every other entry also covers the pages below it. */
export const isUnder = (pathname: string, href: string): boolean =>
  href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);

/** Returns whether the page at `pathname` belongs to the entry. */
export const belongsTo = (pathname: string, { href, also }: Pick<NavigationPage, "href" | "also">): boolean =>
  isUnder(pathname, href) || (also !== undefined && isUnder(pathname, also));

/** The section to which the page at `pathname` belongs. */
export const sectionOf = (pathname: string): NavigationSection | undefined =>
  NAVIGATION.find(({ pages }) => pages.some((page) => belongsTo(pathname, page)));

export type Crumb = { label: string; href?: string };

/** From the section down to the page: `Logs / Tool logs`. A page below an entry adds the last part of its path. */
export function toBreadcrumbs(pathname: string): Crumb[] {
  const section = sectionOf(pathname);
  const page = (section?.pages ?? OTHER_PAGES).find((candidate) => belongsTo(pathname, candidate));
  if (!page) return [];
  const above = section && section.pages.length > 1 && section.label !== page.label ? [{ label: section.label }] : [];
  if (pathname === page.href) return [...above, { label: page.label }];
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  const label = pathname === `${page.href}/new` && page.one ? `New ${page.one}` : toWord(last);
  return [
    ...above,
    { label: page.label, href: page.href },
    { label: pathname === NEW_RULES ? "New saved rules" : label },
  ];
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
