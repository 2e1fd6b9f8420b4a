/** The tools that a client gets; arrow keys walk, Enter takes the current tool. */
"use client";
import { useDeferredValue, useState } from "react";
import { moveFocus } from "@/components/ui/arrow-keys";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { countOf } from "@/lib/contract/count-of";
import type { McpTool } from "../rpc";

const MAX_TOOLS = 200;

type ToolListProps = { tools: readonly McpTool[]; chosen: string | undefined; onChoose: (name: string) => void };

export function ToolList({ tools, chosen: selectedName, onChoose }: ToolListProps) {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim().toLowerCase().split(/\s+/));
  const matchingTools = tools.filter(({ name, title = "", description = "" }) => {
    const searchText = `${name} ${title} ${description}`.toLowerCase();
    return words.every((word) => searchText.includes(word));
  });
  return (
    <section aria-label="Tools" className="min-w-0 rounded-lg border">
      <div className="border-b p-2">
        <Input
          type="search"
          aria-label="Search tools"
          placeholder={`Search ${countOf(tools.length, "tool")}`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <ul
        aria-label="Tools of the server"
        className="max-h-72 overflow-y-auto p-1 lg:max-h-[32rem]"
        onKeyDown={(event) => moveFocus(event, "button")}
      >
        {matchingTools.slice(0, MAX_TOOLS).map(({ name, title }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === selectedName}
              onClick={() => onChoose(name)}
              className={cn(
                "w-full rounded-md px-2 py-1.5 text-left -outline-offset-2 hover:bg-hover",
                name === selectedName && "bg-hover",
              )}
            >
              <span className="block truncate text-sm">{title ?? name}</span>
              <span className="block truncate font-mono text-xs text-muted" title={name}>
                {name}
              </span>
            </button>
          </li>
        ))}
        {matchingTools.length > MAX_TOOLS ? (
          <li className="p-2 text-xs text-muted">
            {countOf(matchingTools.length - MAX_TOOLS, "more")}; search to see them.
          </li>
        ) : null}
        {matchingTools.length === 0 ? <li className="p-2 text-sm text-muted">No tool matches.</li> : null}
      </ul>
    </section>
  );
}
