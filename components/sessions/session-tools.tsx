/** The agent's view: the session's meta tools and the tools that it receives at the start, with their token cost. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { aboutTokens, toTokenWords } from "@/components/parts/display/tokens";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, Wrench } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ToolHints } from "@/components/catalog/tool-hints";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { pages, type ResultOf } from "@/lib/contract/client";
import { metaApi } from "@/generated/addresses/sessions/meta-tools";

const SchemaTable = dynamic(() => import("@/components/catalog/schema-table").then((module) => module.SchemaTable), {
  loading: () => <Skeleton className="h-24" />,
});

type Tool = ResultOf<typeof metaApi.listSessionTools>["items"][number];

/** A model reads a tool's name, its description and the schema of its arguments. */
const costOf = ({ slug, description, input_parameters: input }: Tool): number =>
  aboutTokens({ name: slug, description, parameters: input });

const META = "composio";

export function SessionTools({ id }: { id: string }) {
  const tools = useInfiniteQuery(
    pages(metaApi.listSessionTools, { params: { session_id: id }, query: { limit: 100 } }),
  );
  return (
    <QueryView
      query={tools}
      what="the tools"
      skeleton={<Skeleton className="h-64" />}
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
      empty={
        <div className="rounded-lg border">
          <EmptyState Icon={Wrench} title="No tools">
            All meta tools are off and no tools are preloaded. Change this in the configuration.
          </EmptyState>
        </div>
      }
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        return (
          <>
            <Sum tools={items} total={pages[0]?.total_items ?? items.length} />
            <ul aria-label="Tools of the agent" className="divide-y rounded-lg border">
              {items.map((tool) => (
                <li key={tool.slug}>
                  <ToolLine tool={tool} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </QueryView>
  );
}

function Sum({ tools, total }: { tools: readonly Tool[]; total: number }) {
  const meta = tools.filter(({ toolkit }) => toolkit.slug === META).length;
  const cost = tools.reduce((sum, tool) => sum + costOf(tool), 0);
  return (
    <p className="mb-3 text-sm text-muted">
      {countOf(meta, "meta tool")} and {total - meta} preloaded. About{" "}
      <span className="font-mono text-xs text-ink tabular-nums">{toTokenWords(cost)}</span> tokens of{" "}
      {tools.length < total ? `the first ${tools.length}` : "them"} in context before the first call.
    </p>
  );
}

function ToolLine({ tool }: { tool: Tool }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover"
      >
        <span className="flex min-w-0 flex-1 basis-56 items-center gap-2">
          <ChevronRight
            aria-hidden
            className={cn("size-4 shrink-0 text-muted transition-transform duration-120", open && "rotate-90")}
          />
          <ToolkitLogo slug={tool.toolkit.slug} />
          <code className="min-w-0 font-mono text-xs font-medium wrap-anywhere">{tool.slug}</code>
        </span>
        <span className="flex flex-wrap items-center gap-2">
          <ToolHints tags={tool.tags} />
          <span className="font-mono text-xs text-muted tabular-nums">
            ~{toTokenWords(costOf(tool))} <span className="font-sans">tokens</span>
          </span>
        </span>
      </button>
      {open ? (
        <div className="space-y-3 px-4 pb-4">
          <p className="max-w-3xl text-sm whitespace-pre-line text-muted">{tool.description}</p>
          <SchemaTable
            caption={`Arguments of ${tool.slug}`}
            schema={tool.input_parameters}
            empty="It takes no arguments."
          />
        </div>
      ) : null}
    </>
  );
}
