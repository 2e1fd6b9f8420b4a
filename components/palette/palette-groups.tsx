/** The entries of the palette in their sections: those known in this browser, and those that the server found. */
"use client";
import { UserRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSession } from "@/components/access/use-session";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { SHOW_SHORTCUTS } from "@/components/parts/lists/is-shortcut";
import { chooseTheme } from "@/components/parts/shell/theme";
import { chosenProject } from "@/lib/contract/client";
import { findActions, findPages, findThemes, fits, SHOW_KEYS, toGuides, type PageCommand } from "./commands";
import { rank } from "./rank";
import { RecentIcon } from "./recent-icon";
import { findRecent, storeRecent, type Recent, type RecentKind } from "./recent";
import { useFound } from "./use-found";

export type Command = {
  key: string;
  label: string;
  detail?: string | undefined;
  /** Its shortcut: `G T` is G, then T. */
  keys?: string | undefined;
  also?: readonly string[];
  icon: ReactNode;
  run: () => void;
};
export type CommandGroup = {
  heading: string;
  /** Found in this browser, perhaps by text that is not shown. */
  isLocal?: true;
  /** The server has ranked its entries. */
  ranked?: true;
  commands: Command[];
};

/** The maximum of recent entries among results. */
const MOST_RECENT_FOUND = 3;

type Go = (href: string) => void;
type Target = Omit<Recent, "kind"> & Pick<Command, "keys" | "also" | "icon">;

/** An entry that leads to an address, and is remembered when it is chosen. */
const toCommand =
  (go: Go, kind: RecentKind) =>
  ({ href, icon, keys, also, ...entry }: Target): Command => ({
    key: entry.key,
    label: entry.label,
    detail: entry.detail,
    keys,
    ...(also && { also }),
    icon,
    run: () => {
      storeRecent(chosenProject(), { ...entry, kind, href });
      go(href);
    },
  });

const toPage =
  (go: Go, kind: RecentKind) =>
  ({ Icon, ...page }: PageCommand): Command =>
    toCommand(go, kind)({ ...page, icon: <Icon aria-hidden /> });

/** Those that fit the text; without a text, all. */
function toRecent(entries: readonly Recent[], typed: string, go: Go): Command[] {
  const fitting = entries.filter(({ label, detail }) => fits(typed, label, detail));
  return (typed === "" ? fitting : fitting.slice(0, MOST_RECENT_FOUND)).map(({ kind, ...entry }) =>
    toCommand(go, kind)({ ...entry, icon: <RecentIcon kind={kind} toolkit={entry.toolkit} /> }),
  );
}

function useResults(words: string, typed: string, go: Go): { groups: CommandGroup[]; pending: boolean } {
  const results = useFound(words);
  const nameOf = useToolkitNames();
  const groups: CommandGroup[] = [
    {
      heading: "Toolkits",
      ranked: true,
      commands: results.toolkits.map(({ slug, name }) =>
        toCommand(
          go,
          "toolkit",
        )({
          key: `toolkit ${slug}`,
          label: name,
          detail: slug,
          href: `/toolkits/${encodeURIComponent(slug)}`,
          toolkit: slug,
          icon: <ToolkitLogo slug={slug} />,
        }),
      ),
    },
    {
      heading: "Users",
      commands: results.users.map(({ value: id }) =>
        toCommand(
          go,
          "user",
        )({
          key: `user ${id}`,
          label: id,
          href: `/users/${encodeURIComponent(id)}`,
          icon: <UserRound aria-hidden />,
        }),
      ),
    },
    {
      heading: "Connected accounts",
      commands: results.accounts.map(({ value: id, label, toolkit = "" }) =>
        toCommand(
          go,
          "account",
        )({
          key: `account ${id}`,
          label: label === nameOf(toolkit) ? label : `${nameOf(toolkit)} · ${label}`,
          detail: id,
          also: [label],
          href: `/connected-accounts/${encodeURIComponent(id)}`,
          toolkit,
          icon: <ToolkitLogo slug={toolkit} />,
        }),
      ),
    },
    {
      heading: "Tools",
      ranked: true,
      commands: results.tools.map(({ slug, name, toolkit }) =>
        toCommand(
          go,
          "tool",
        )({
          key: `tool ${slug}`,
          label: name,
          detail: toolkit.name,
          href: `/tools/${encodeURIComponent(slug)}`,
          toolkit: toolkit.slug,
          icon: <ToolkitLogo slug={toolkit.slug} />,
        }),
      ),
    },
    { heading: "Guides", ranked: true, commands: toGuides(results.guides, typed).map(toPage(go, "guide")) },
  ];
  return { groups, pending: results.pending };
}

function toThemes(typed: string): CommandGroup {
  const themes = findThemes(typed).map(({ key, label, Icon, theme }) => ({
    key,
    label,
    icon: <Icon aria-hidden />,
    run: () => chooseTheme(theme),
  }));
  return { heading: "Theme", commands: themes };
}

/** The windows and pages that make something new, and the list of shortcuts. */
function useActions(typed: string, go: Go): Command[] {
  const permissions = useSession().data?.permissions;
  const { Icon, ...keys } = SHOW_KEYS;
  const help = { ...keys, icon: <Icon aria-hidden />, run: () => window.dispatchEvent(new Event(SHOW_SHORTCUTS)) };
  return [
    ...findActions(typed, (permission) => permissions?.includes(permission) ?? false).map(toPage(go, "action")),
    ...(fits(typed, help.label, "help keys") ? [help] : []),
  ];
}

/** Each entry once: in the first section that has it. */
function withoutDoubles(groups: readonly CommandGroup[]): CommandGroup[] {
  const keys = new Set<string>();
  return groups
    .map((group) => ({
      ...group,
      commands: group.commands.filter(({ key }) => !keys.has(key) && keys.add(key)),
    }))
    .filter(({ commands }) => commands.length > 0);
}

/**
 * @param typed the text as it is
 * @param words the text at the last pause of typing, for which the server is asked
 * @param go opens an address
 */
export function usePaletteGroups(typed: string, words: string, go: Go): { groups: CommandGroup[]; pending: boolean } {
  const [recent] = useState(() => findRecent(chosenProject()));
  const results = useResults(words, typed, go);
  const actions: CommandGroup = { heading: "Actions", isLocal: true, commands: useActions(typed, go) };
  const pages: CommandGroup = { heading: "Pages", isLocal: true, commands: findPages(typed).map(toPage(go, "page")) };
  const groups = withoutDoubles([
    { heading: "Recent", isLocal: true, commands: toRecent(recent, typed, go) },
    // Somebody who types looks for a page more often than for something to make.
    ...(typed === "" ? [actions, pages] : [pages, actions]),
    ...results.groups,
    toThemes(typed),
  ]);
  return { groups: rank<Command, CommandGroup>(groups, typed), pending: results.pending };
}
