/** The rooms of the dashboard, in the order of the sidebar; the breadcrumbs read the same list. */
import { Cable, CircleUser, House, KeyRound, ScrollText, ShieldCheck, SlidersHorizontal, UsersRound, type LucideIcon } from "lucide-react";

type NavigationEntry = { href: string; label: string; Icon: LucideIcon };
export type NavigationGroup = { heading?: string; entries: readonly NavigationEntry[] };

export const NAVIGATION: readonly NavigationGroup[] = [
  { entries: [{ href: "/", label: "Home", Icon: House }] },
  {
    heading: "Connect",
    entries: [
      { href: "/auth-configs", label: "Auth configs", Icon: ShieldCheck },
      { href: "/connected-accounts", label: "Connected accounts", Icon: Cable },
      { href: "/users", label: "Users", Icon: UsersRound },
    ],
  },
  { heading: "Observe", entries: [{ href: "/logs/tools", label: "Tool logs", Icon: ScrollText }] },
  { heading: "Settings", entries: [
    { href: "/settings/project", label: "Project", Icon: SlidersHorizontal },
    { href: "/settings/api-keys", label: "API keys", Icon: KeyRound },
    { href: "/settings/profile", label: "Profile", Icon: CircleUser },
  ] },
];

/** Home is only itself; every other entry also covers the pages below it. */
export const isUnder = (pathname: string, href: string): boolean =>
  href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);

/** The words from the group down to the page: `["Observe", "Tool logs"]`. */
export function toBreadcrumbs(pathname: string): string[] {
  for (const { heading, entries } of NAVIGATION) {
    const entry = entries.find(({ href }) => isUnder(pathname, href));
    if (entry) return heading ? [heading, entry.label] : [entry.label];
  }
  return [];
}
