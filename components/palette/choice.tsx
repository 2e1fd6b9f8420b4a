/** The field and the entries of the palette: a combobox (WAI-ARIA APG), so the focus stays in the field. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import type { Command, CommandGroup } from "./palette-groups";

const toCount = (count: number, words: string): string =>
  count === 0 ? `No results for “${words}”` : countOf(count, "result");

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

/** The arrows move the mark; Enter chooses the marked entry. */
function useMark({ groups, last, text, onChoose, pending }: ChoiceProps, toId: (command: Command) => string) {
  const [mark, setMark] = useState({ text, index: 0 });
  const all = [...groups, ...last].flatMap(({ commands }) => commands);
  const index = mark.text === text ? Math.min(mark.index, all.length - 1) : 0;
  const marked = all[index];
  const waits = useRef(false);
  useEffect(() => {
    if (!waits.current || pending) return;
    waits.current = false;
    if (marked) onChoose(marked);
  });
  const move = (to: number) => {
    const next = (to + all.length) % Math.max(1, all.length);
    waits.current = false;
    setMark({ text, index: next });
    document.getElementById(all[next] ? toId(all[next]) : "")?.scrollIntoView({ block: "nearest" });
  };
  /** An entry that was not pointed at is taken only from the results of this text, or if this browser knows it. */
  const choose = () => {
    const isChosen = index > 0 || !pending || groups[0]?.isLocal === true;
    if (isChosen && marked) onChoose(marked);
    else waits.current = pending;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(index + 1);
    else if (event.key === "ArrowUp") move(index - 1);
    else if (event.key === "Enter") choose();
    else return;
    event.preventDefault();
  };
  return { all, marked, onKeyDown, setMarked: (command: Command) => setMark({ text, index: all.indexOf(command) }) };
}

export function Choice(props: ChoiceProps) {
  const { groups, last, text, onText, onChoose, pending } = props;
  const id = useId();
  const toId = (command: Command) => `${id}-${command.key.replace(/\W/g, "-")}`;
  const { all, marked, onKeyDown, setMarked } = useMark(props, toId);
  // the request for tools is an offer, not a result
  const count = all.length - last.flatMap(({ commands }) => commands).length;
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
          marked={command === marked}
          onMark={() => setMarked(command)}
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
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={marked && toId(marked)}
          placeholder="Search pages, tools, users and guides"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Key>Esc</Key>
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

const Key = ({ children }: { children: string }) => (
  <kbd aria-hidden className="rounded border bg-surface px-1.5 font-mono text-xs text-muted">
    {children}
  </kbd>
);

type OptionProps = { id: string; command: Command; marked: boolean; onMark: () => void; onChoose: () => void };

function Option({ id, command: { label, detail, keys, icon }, marked, onMark, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={marked}
      aria-describedby={keys && `${id}-keys`}
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
      {keys ? (
        <span className="flex shrink-0 gap-1 pointer-coarse:hidden">
          {keys.split(" ").map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          <span id={`${id}-keys`} hidden>
            Shortcut: {keys.replace(" ", " then ")}
          </span>
        </span>
      ) : null}
    </div>
  );
}
