/** One tool of an MCP server: its state, its marks, and its offer next to the served definition. */
"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { MarkList } from "./mark-list";
import { STATE_WORDS, toParts, type McpTool, type Part } from "./mcp-tool";
import { splitChange } from "./split-change";

export type Decide = (tools: readonly McpTool[], decision: "approve" | "reject") => void;

type CardProps = { tool: McpTool; decide: Decide | null; pending: boolean; isFirstOpen: boolean };

export function McpToolCard({ tool, decide, pending, isFirstOpen }: CardProps) {
  const { name, state, served, offered: offer, marks } = tool;
  const [isOpen, setOpen] = useState(isFirstOpen);
  const title = offer?.title ?? served?.title;
  const { label, tone } = STATE_WORDS[state];
  return (
    <li className="space-y-3 border-t p-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 basis-60 items-center gap-2 rounded-sm text-left"
        >
          <ChevronRight aria-hidden className={cn("size-4 shrink-0 text-muted", isOpen && "rotate-90")} />
          <span className="min-w-0">
            <span className="font-mono text-sm wrap-anywhere">{name}</span>
            {title ? <span className="block text-xs text-muted wrap-anywhere">{title}</span> : null}
          </span>
        </button>
        <Badge tone={tone}>{label}</Badge>
        {marks.length > 0 && !isOpen ? <Badge tone="amber">Directed at the model</Badge> : null}
        {decide && state !== "served" ? <Decision {...{ tool, decide, pending }} /> : null}
      </div>
      {isOpen ? (
        <>
          <MarkList marks={marks} />
          {state === "rejected" ? (
            <p className="text-sm text-muted">
              {served ? "Agents still use the previous version of this tool." : "Agents don’t see this tool."}
            </p>
          ) : null}
          {toParts(tool).map((part) => (
            <PartView key={part.name} part={part} isChange={served !== null && offer !== null} />
          ))}
        </>
      ) : null}
    </li>
  );
}

const Decision = ({ tool, decide, pending }: Pick<CardProps, "tool" | "pending"> & { decide: Decide }) => (
  <span className="flex gap-2">
    {tool.state === "rejected" ? null : (
      <Button
        variant="outline"
        aria-label={`Reject ${tool.name}`}
        disabled={pending}
        onClick={() => decide([tool], "reject")}
      >
        Reject
      </Button>
    )}
    <Button aria-label={`Approve ${tool.name}`} disabled={pending} onClick={() => decide([tool], "approve")}>
      Approve
    </Button>
  </span>
);

type PartProps = { part: Part; isChange: boolean };

const BOX = "max-h-72 overflow-y-auto rounded-lg border bg-surface p-3 text-xs whitespace-pre-wrap wrap-anywhere";

function PartView({ part: { label, isCode, before, after }, isChange }: PartProps) {
  const { start, removed, added, end } = splitChange(before, after);
  const box = cn(BOX, isCode && "font-mono");
  if (!isChange)
    return (
      <div>
        <h3 className="mb-1 text-xs text-muted">{label}</h3>
        <div role="group" aria-label={label} tabIndex={0} className={box}>
          {after}
        </div>
      </div>
    );
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <div className="min-w-0">
        <h3 className="mb-1 text-xs text-muted">{label} that agents see now</h3>
        <div role="group" aria-label={`${label} that agents see now`} tabIndex={0} className={box}>
          {before === "" ? <span className="text-muted">None</span> : start}
          {removed ? <del className="bg-red-tint text-red no-underline">{removed}</del> : null}
          {end}
        </div>
      </div>
      <div className="min-w-0">
        <h3 className="mb-1 text-xs text-muted">{label} that the server offers</h3>
        <div role="group" aria-label={`${label} that the server offers`} tabIndex={0} className={box}>
          {after === "" ? <span className="text-muted">None</span> : start}
          {added ? <ins className="bg-green-tint text-green no-underline">{added}</ins> : null}
          {end}
        </div>
      </div>
    </div>
  );
}
