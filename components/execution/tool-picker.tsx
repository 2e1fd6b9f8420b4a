/** Finds a tool by text and toolkit; arrow keys move through the list from the search field, Enter chooses a tool. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent } from "react";
import { connectedFirst, useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { pages, type ResultOf } from "@/lib/contract/client";
import { ToolkitFilter } from "./toolkit-filter";

export type Tool = ResultOf<typeof catalogApi.getTool>;

const PAUSE_MS = 40;

/** A text at the last pause of typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

type ToolPickerProps = { toolkit: string; onToolkit: (slug: string) => void; onChoose: (slug: string) => void };

/** `toolkit` narrows the list; empty means all. */
export function ToolPicker({ toolkit, onToolkit, onChoose }: ToolPickerProps) {
  const list = useId();
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const [isTaken, setTaken] = useState(false);
  const searchText = usePaused(words.trim());
  const tools = useInfiniteQuery(
    pages(catalogApi.listTools, {
      query: {
        ...(searchText && { query: searchText }),
        ...(toolkit && { toolkit_slug: toolkit }),
        toolkit_versions: "latest",
        include_deprecated: false,
        limit: 20,
      },
    }),
  );
  const connected = useConnectedToolkits();
  const toolItems = tools.data?.pages.flatMap(({ items }) => items) ?? [];
  const all = connected ? connectedFirst(toolItems, ({ toolkit: { slug } }) => connected.has(slug)) : toolItems;
  const earlier = useDeferredValue(all);
  // the first rows appear at once, or the content below them would jump
  const visibleTools = earlier.length === 0 ? all : earlier;
  const current = visibleTools[Math.min(active, visibleTools.length - 1)];
  const isFound = searchText === words.trim() && tools.isSuccess && visibleTools === all;
  // An Enter pressed before the list has loaded waits for it: until then the list shows results for other words.
  useEffect(() => {
    if (!isTaken || !isFound) return;
    setTaken(false);
    if (current) onChoose(current.slug);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = Math.max(0, Math.min(visibleTools.length - 1, active + step));
      setActive(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) setTaken(true);
  };
  return (
    <div className="space-y-2">
      <Input
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={current ? `${list}-${visibleTools.indexOf(current)}` : undefined}
        aria-label="Search tools"
        placeholder="Search tools"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setActive(0);
          setTaken(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ToolkitFilter toolkit={toolkit} onToolkit={onToolkit} />
      <div className="max-h-[26rem] overflow-y-auto rounded-lg border">
        <QueryView
          query={tools}
          what="tools"
          skeleton={<Shape />}
          isEmpty={(data) => data.pages[0]?.items.length === 0}
          empty={
            <EmptyState Icon={SearchX} title="No tool matches">
              Try other words or clear the toolkit filter.
            </EmptyState>
          }
        >
          {() => (
            <FoundTools list={list} found={visibleTools} current={current} onActive={setActive} onChoose={onChoose} />
          )}
        </QueryView>
      </div>
    </div>
  );
}

type FoundToolsProps = {
  list: string;
  found: Tool[];
  current: Tool | undefined;
  onActive: (index: number) => void;
  onChoose: (slug: string) => void;
};

function FoundTools({ list, found: visibleTools, current, onActive, onChoose }: FoundToolsProps) {
  return (
    <div role="listbox" id={list} aria-label="Tools">
      {visibleTools.map((tool, index) => (
        <div
          key={tool.slug}
          role="option"
          id={`${list}-${index}`}
          aria-selected={tool === current}
          onClick={() => onChoose(tool.slug)}
          onPointerMove={() => onActive(index)}
          className={cn(
            "flex cursor-pointer items-start gap-2 border-t px-2.5 py-2 first:border-t-0",
            tool === current && "bg-hover",
          )}
        >
          <ToolkitLogo slug={tool.toolkit.slug} className="mt-0.5" />
          <span className="min-w-0">
            <span className="block truncate text-sm">{tool.name}</span>
            <span className="block truncate font-mono text-xs text-muted" title={tool.slug}>
              {tool.slug}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** As high as a list of many tools: what is below it on a phone must not move. */
const Shape = () => (
  <div className="h-[26rem] space-y-3 overflow-hidden p-3">
    {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => (
      <Skeleton key={row} className="h-8" />
    ))}
  </div>
);
