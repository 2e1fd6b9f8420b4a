/** One field that leads everywhere: pages, new objects, toolkits, tools, users, accounts, guides, the theme. */
"use client";
import { Search, TextSearch, UserRound, Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useSession } from "@/components/access/use-session";
import { findActions, findGuides, findPages, findThemes, type PageCommand } from "@/components/palette/commands";
import { rank } from "@/components/palette/rank";
import { useFound } from "@/components/palette/use-found";
import { cn } from "@/components/ui/cn";
import { SCRIM } from "@/components/ui/dialog";
import { useReturnFocus } from "@/components/ui/return-focus";
import { chooseTheme } from "./theme";
import { useToolkitNames } from "../display/toolkit-name";
import { ToolkitLogo } from "../display/toolkit-logo";

const PAUSE_MS = 40;

type Command = {
  key: string;
  label: string;
  detail?: string | undefined;
  also?: readonly string[];
  icon: ReactNode;
  run: () => void;
};
type CommandGroup = { heading: string; own?: true; commands: Command[] };

/** The text at the last pause of typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The same text as a request, if it is not a name. */
const toRequest = (words: string, go: (href: string) => void): CommandGroup[] =>
  words.length > 1
    ? [
        {
          heading: "Find",
          commands: [
            {
              key: "find",
              label: `Find tools for “${words}”`,
              icon: <TextSearch aria-hidden />,
              run: () => go(`/find?q=${encodeURIComponent(words)}`),
            },
          ],
        },
      ]
    : [];

/** All matches: those known in the browser and those found by the server. */
function useGroups(typed: string, words: string, go: (href: string) => void) {
  const permissions = useSession().data?.permissions;
  const results = useFound(words);
  const nameOf = useToolkitNames();
  const lead = ({ key, label, detail, Icon, href }: PageCommand): Command => ({
    key,
    label,
    detail,
    icon: <Icon aria-hidden />,
    run: () => go(href),
  });
  const groups: CommandGroup[] = [
    { heading: "Pages", own: true, commands: findPages(typed).map(lead) },
    {
      heading: "Actions",
      own: true,
      commands: findActions(typed, (permission) => permissions?.includes(permission) ?? false).map(lead),
    },
    {
      heading: "Toolkits",
      commands: results.toolkits.map(({ slug, name }) => ({
        key: `toolkit ${slug}`,
        label: name,
        detail: slug,
        icon: <ToolkitLogo slug={slug} />,
        run: () => go(`/toolkits/${encodeURIComponent(slug)}`),
      })),
    },
    {
      heading: "Users",
      commands: results.users.map(({ value: id }) => ({
        key: `user ${id}`,
        label: id,
        icon: <UserRound aria-hidden />,
        run: () => go(`/users/${encodeURIComponent(id)}`),
      })),
    },
    {
      heading: "Connected accounts",
      commands: results.accounts.map(({ value: id, label, toolkit = "" }) => ({
        key: `account ${id}`,
        label: label === nameOf(toolkit) ? label : `${nameOf(toolkit)} · ${label}`,
        detail: id,
        also: [label],
        icon: <ToolkitLogo slug={toolkit} />,
        run: () => go(`/connected-accounts/${encodeURIComponent(id)}`),
      })),
    },
    {
      heading: "Tools",
      commands: results.tools.map(({ slug, name, toolkit }) => ({
        key: `tool ${slug}`,
        label: name,
        detail: toolkit.name,
        icon: <Wrench aria-hidden />,
        run: () => go(`/tools/${slug}`),
      })),
    },
    { heading: "Guides", commands: findGuides(typed).map(lead) },
    {
      heading: "Theme",
      commands: findThemes(typed).map(({ key, label, Icon, theme }) => ({
        key,
        label,
        icon: <Icon aria-hidden />,
        run: () => chooseTheme(theme),
      })),
    },
  ];
  const some = groups.filter(({ commands }) => commands.length > 0);
  return { groups: rank<Command, CommandGroup>(some, typed), pending: results.pending };
}

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const words = usePaused(text.trim());
  const go = (href: string) => router.push(href);
  const paletteGroups = useGroups(text.trim(), words, go);
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className={cn(
            "fixed top-[10dvh] left-1/2 z-50 flex max-h-[70dvh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2",
            "animate-fade-in flex-col overflow-hidden rounded-lg border bg-raised focus:outline-none",
          )}
        >
          <Radix.Title className="sr-only">Search or go to</Radix.Title>
          <Choice
            groups={paletteGroups.groups}
            last={toRequest(text.trim(), go)}
            text={text}
            onText={setText}
            onChoose={(command) => {
              onClose();
              command.run();
            }}
            pending={paletteGroups.pending || words !== text.trim()}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const toCount = (count: number, words: string): string =>
  count === 0 ? `No results for “${words}”` : count === 1 ? "1 result" : `${count} results`;

/**
 * Shown above the request for tools, which is offered from two letters on. With fewer letters the status below reports
 * it.
 */
const NothingMatches = ({ words }: { words: string }) =>
  words.length > 1 ? (
    <p aria-hidden className="px-4 py-6 text-center text-sm wrap-anywhere text-muted">
      {toCount(0, words)}
    </p>
  ) : null;

type ChoiceProps = {
  groups: CommandGroup[];
  /** Stay at the bottom, so that no click misses when results appear above them. */
  last: CommandGroup[];
  text: string;
  onText: (text: string) => void;
  onChoose: (command: Command) => void;
  pending: boolean;
};

/** A combobox (WAI-ARIA APG): the focus stays in the field, the arrows move the mark. */
function Choice({ groups, last, text, onText, onChoose, pending }: ChoiceProps) {
  const id = useId();
  const [marked, setMarked] = useState(0);
  const all = [...groups, ...last].flatMap(({ commands }) => commands);
  // the request for tools is an offer, not a result
  const count = all.length - last.flatMap(({ commands }) => commands).length;
  const index = Math.min(marked, all.length - 1);
  const toId = (command: Command) => `${id}-${command.key.replace(/\W/g, "-")}`;
  const move = (to: number) => {
    const next = (to + all.length) % Math.max(1, all.length);
    setMarked(next);
    document.getElementById(all[next] ? toId(all[next]) : "")?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(index + 1);
    else if (event.key === "ArrowUp") move(index - 1);
    else if (event.key === "Enter" && all[index]) onChoose(all[index]);
    else return;
    event.preventDefault();
  };
  const toGroup = ({ heading, commands }: CommandGroup) => (
    <div key={heading} role="group" aria-label={heading}>
      <p aria-hidden className="px-2 pt-2 pb-1 text-xs text-muted">
        {heading}
      </p>
      {commands.map((command) => (
        <Option
          key={command.key}
          id={toId(command)}
          command={command}
          marked={command === all[index]}
          onMark={() => setMarked(all.indexOf(command))}
          onChoose={() => onChoose(command)}
        />
      ))}
    </div>
  );
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label="Search pages, tools, users and guides"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={all[index] && toId(all[index])}
          placeholder="Search pages, tools, users and guides"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <kbd aria-hidden className="rounded border bg-surface px-1.5 font-mono text-xs text-muted">
          Esc
        </kbd>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className={cn("flex scroll-pb-24 flex-col overflow-y-auto", last.length > 0 && "h-[50dvh]")}
      >
        <div className="flex-1 p-1.5">
          {groups.length > 0 || pending ? groups.map(toGroup) : <NothingMatches words={text.trim()} />}
        </div>
        {last.length > 0 ? <div className="sticky bottom-0 border-t bg-raised p-1.5">{last.map(toGroup)}</div> : null}
      </div>
      <p role="status" className={all.length > 0 ? "sr-only" : "px-4 py-6 text-center text-sm text-muted"}>
        {pending ? "Searching" : toCount(count, text.trim())}
      </p>
    </>
  );
}

type OptionProps = { id: string; command: Command; marked: boolean; onMark: () => void; onChoose: () => void };

function Option({ id, command: { label, detail, icon }, marked, onMark, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={marked}
      onPointerMove={onMark}
      onClick={onChoose}
      className={cn(
        "flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm [&_svg]:size-4 " +
          "[&_svg]:shrink-0 [&_svg]:text-muted pointer-coarse:h-11",
        marked && "bg-hover",
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail ? <span className="max-w-40 shrink-0 truncate text-xs text-muted">{detail}</span> : null}
    </div>
  );
}
