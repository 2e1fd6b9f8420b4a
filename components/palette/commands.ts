/** What the command palette leads to without asking the server: pages, what can be made, guides, the theme. Pure. */
import { BookOpen, Keyboard, Monitor, Moon, Plus, Sun, type LucideIcon } from "lucide-react";
import { GUIDES, toAddress } from "@/lib/contract/guides";
import { NAVIGATION, OTHER_PAGES } from "@/components/parts/shell/navigation";
import type { Permission } from "@/lib/contract/permission";
import { ACTIONS, toKeys } from "./actions";

type Fixed = {
  key: string;
  label: string;
  detail?: string | undefined;
  /** Its shortcut: `G T` is G, then T. */
  keys?: string | undefined;
  Icon: LucideIcon;
};
export type PageCommand = Fixed & { href: string };
export type ThemeCommand = Fixed & { theme: "light" | "dark" | "system" };

export const SHOW_KEYS: Fixed = { key: "shortcuts", label: "Keyboard shortcuts", keys: "?", Icon: Keyboard };

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

const PAGES = [
  ...NAVIGATION.flatMap(({ label, pages, jump }) =>
    pages.map((page, index) => ({
      ...page,
      section: pages.length > 1 && label !== page.label ? label : undefined,
      keys: index === 0 ? toKeys("g", jump) : undefined,
    })),
  ),
  ...OTHER_PAGES.map((page) => ({ ...page, section: undefined, keys: undefined })),
];

export const findPages = (words: string): PageCommand[] =>
  PAGES.filter(({ label }) => fits(words, label)).map(({ href, label, Icon, section, keys }) => ({
    key: href,
    href,
    label,
    detail: section,
    keys,
    Icon,
  }));

export const findActions = (words: string, may: (permission: Permission) => boolean): PageCommand[] =>
  ACTIONS.filter(({ label, permission, words: more }) => fits(words, label, more) && may(permission)).map(
    ({ label, href, key }) => ({ key: `new ${href}`, href, label, keys: toKeys("n", key), Icon: Plus }),
  );

/** By what they are for and by their names; none until something is typed. */
export const findGuides = (words: string): PageCommand[] =>
  words.length < 2
    ? []
    : GUIDES.filter(({ file, title, about }) =>
        fits(words, title, about, file.replaceAll("-", " "), "guide documentation"),
      )
        .slice(0, MOST_GUIDES)
        .map(({ file, about }) => ({
          key: `guide ${toAddress(file)}`,
          href: toAddress(file),
          label: about,
          Icon: BookOpen,
        }));

/** A part of a guide, or an operation of the API reference, as the search of the documentation has it. */
type GuidePart = { address: string; title: string; heading: string };

/** The results of the search, which reads whole guides; those above until it has answered. */
export const toGuides = (parts: readonly GuidePart[], words: string): PageCommand[] =>
  parts.length === 0
    ? findGuides(words)
    : parts.map(({ address, title, heading }) => ({
        key: `guide ${address}`,
        href: address,
        label: heading || title,
        detail: heading ? title : undefined,
        Icon: BookOpen,
      }));

export const findThemes = (words: string): ThemeCommand[] =>
  THEMES.filter(([, label]) => fits(words, label)).map(([theme, label, Icon]) => ({ key: theme, theme, label, Icon }));
