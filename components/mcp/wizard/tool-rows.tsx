/** Tools to choose from, some at a time: a toolkit can have a thousand. */
"use client";
import { useState } from "react";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf } from "@/lib/contract/count-of";
import type { OfferedTool } from "../tool-choice";

const AT_ONCE = 100;

type ToolRowsProps = {
  /** Undefined while they are looked for. */
  tools: readonly OfferedTool[] | undefined;
  problem: string | undefined;
  chosen: ReadonlySet<string>;
  onToggle: (slug: string, on: boolean) => void;
};

export function ToolRows({ tools, problem, chosen: selection, onToggle }: ToolRowsProps) {
  const [most, setMost] = useState(AT_ONCE);
  if (problem) return <p className="p-3 text-sm text-danger">{problem}</p>;
  if (!tools)
    return (
      <div aria-busy="true" className="p-3">
        <Skeleton className="h-40" />
      </div>
    );
  if (tools.length === 0) return <p className="p-3 text-sm text-muted">No matching tools.</p>;
  return (
    <div tabIndex={0} role="group" aria-label="Tools" className="max-h-[26rem] overflow-y-auto -outline-offset-2">
      <ul className="divide-y">
        {tools.slice(0, most).map((tool) => (
          <li key={tool.slug} className="flex items-center gap-3 px-3 py-1">
            <div className="min-w-0 flex-1">
              <Checkbox
                checked={selection.has(tool.slug)}
                onChange={(event) => onToggle(tool.slug, event.currentTarget.checked)}
                label={<ToolWords tool={tool} />}
              />
            </div>
            {tool.destructive ? <Badge tone="red">Deletes</Badge> : tool.read_only ? <Badge>Reads</Badge> : null}
            <span
              className="w-14 shrink-0 text-right font-mono text-xs text-muted tabular-nums max-sm:hidden"
              title={`About ${countOf(tool.about_tokens, "token")} in the list`}
            >
              ~{tool.about_tokens.toLocaleString("en")}
            </span>
          </li>
        ))}
      </ul>
      {tools.length > most ? (
        <div className="border-t p-2 text-center">
          <Button variant="ghost" onClick={() => setMost(most + AT_ONCE)}>
            Show {Math.min(AT_ONCE, tools.length - most)} more of {countOf(tools.length - most, "tool")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const ToolWords = ({ tool: { slug, title, toolkit } }: { tool: OfferedTool }) => (
  <span className="flex min-w-0 items-center gap-2">
    <ToolkitLogo slug={toolkit} />
    <span className="min-w-0">
      {title} <code className="font-mono text-xs wrap-anywhere text-muted">{slug}</code>
    </span>
  </span>
);
