/** The tools of one toolkit: the important tools first, then the others; a search sorts by how well they fit. */
"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Wrench } from "lucide-react";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { toPlainWords } from "@/components/schema-form/plain-words";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { pages, type ResultOf } from "@/lib/contract/client";
import { HINTS, ToolHints } from "./tool-hints";

type Tool = ResultOf<typeof catalogApi.listTools>["items"][number];
type ToolQuery = { query?: string; tags?: string; important?: boolean };

const A_PAGE = 50;

const useTools = (slug: string, query: ToolQuery, enabled = true) =>
  useInfiniteQuery({
    ...pages(catalogApi.listTools, {
      query: { toolkit_slug: slug, toolkit_versions: "latest", include_deprecated: false, limit: A_PAGE, ...query },
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  });

type ToolkitToolsProps = { slug: string; proxyOnly: boolean; action: ReactNode };

export function ToolkitTools({ slug, proxyOnly, action }: ToolkitToolsProps) {
  const search = useSearchParams();
  const words = search.get("search")?.trim() ?? "";
  const hint = search.get("hint") ?? "";
  if (proxyOnly) return <ProxyOnly action={action} />;
  return (
    <>
      <search aria-label="Filter tools" className="mb-4 flex flex-wrap gap-2">
        <SearchInput label="Search tools" className="min-w-0 flex-1 max-sm:basis-full sm:max-w-md" />
        <Select
          aria-label="Behavior"
          value={hint}
          onChange={(event) => changeSearch({ hint: event.currentTarget.value })}
          className="w-36 shrink-0"
        >
          <option value="">All tools</option>
          {HINTS.map(({ tag, label }) => (
            <option key={tag} value={tag}>
              {label}
            </option>
          ))}
        </Select>
        {action ? <span className="sm:ml-auto">{action}</span> : null}
      </search>
      {words || hint ? (
        <ToolResults slug={slug} query={{ ...(words && { query: words }), ...(hint && { tags: hint }) }} />
      ) : (
        <ByImportance slug={slug} />
      )}
    </>
  );
}

const ProxyOnly = ({ action }: { action: ReactNode }) => (
  <EmptyState Icon={Wrench} title="Proxy only" action={action}>
    This toolkit has no tools. Connect an account and call any of its API endpoints with POST
    /api/v3/tools/execute/proxy.
  </EmptyState>
);

function ToolResults({ slug, query }: { slug: string; query: ToolQuery }) {
  const tools = useTools(slug, query);
  const empty = (
    <EmptyState
      Icon={SearchX}
      title="No matching tools"
      action={
        <Button variant="outline" onClick={() => changeSearch({ search: "", hint: "" })}>
          Show all tools
        </Button>
      }
    >
      Search covers slugs, names and descriptions.
    </EmptyState>
  );
  return (
    <div className="overflow-hidden rounded-lg border">
      <QueryView
        query={tools}
        what="tools"
        skeleton={<RowsSkeleton />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={empty}
      >
        {({ pages }) => <Rows label="Matching tools" tools={pages.flatMap(({ items }) => items)} />}
      </QueryView>
    </div>
  );
}

/** The other tools are requested after the last important tool. */
function ByImportance({ slug }: { slug: string }) {
  const important = useTools(slug, { important: true });
  const through = important.isSuccess && !important.hasNextPage;
  const none = through && important.data.pages[0]?.items.length === 0;
  const others = useTools(slug, { important: false }, through);
  const empty = none ? (
    <EmptyState Icon={Wrench} title="This toolkit has no tools">
      Its API description has no operations an agent can call.
    </EmptyState>
  ) : null;
  const onlyImportant = !none && others.data?.pages[0]?.items.length === 0;
  return (
    <div className="space-y-6">
      {none ? null : (
        <Group title="Important" text="Most useful for agents; SDKs load these first.">
          <QueryView query={important} what="important tools" skeleton={<RowsSkeleton />}>
            {({ pages }) => <Rows label="Important tools" tools={pages.flatMap(({ items }) => items)} />}
          </QueryView>
        </Group>
      )}
      {through && !onlyImportant ? (
        <Group title={none ? "Tools" : "All other tools"}>
          <QueryView
            query={others}
            what="tools"
            skeleton={<RowsSkeleton />}
            isEmpty={({ pages }) => pages[0]?.items.length === 0}
            empty={empty}
          >
            {({ pages }) => <Rows label="Other tools" tools={pages.flatMap(({ items }) => items)} />}
          </QueryView>
        </Group>
      ) : null}
    </div>
  );
}

function Group({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-base font-semibold">
        {title}
        {text ? <span className="ml-2 text-xs font-normal text-muted">{text}</span> : null}
      </h2>
      <div className="overflow-hidden rounded-lg border">{children}</div>
    </section>
  );
}

function Rows({ label, tools }: { label: string; tools: readonly Tool[] }) {
  return (
    <ul aria-label={label}>
      {tools.map((tool) => (
        <li
          key={tool.slug}
          className="border-t [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto] first:border-t-0"
        >
          <Link
            href={`/tools/${encodeURIComponent(tool.slug)}`}
            className="flex items-center gap-4 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">
                {tool.name} <span className="ml-1 font-mono text-xs font-normal text-muted">{tool.slug}</span>
              </span>
              <span className="mt-0.5 block truncate text-sm text-muted">
                {toPlainWords(tool.description) || tool.name}
              </span>
            </span>
            <span className="flex shrink-0 gap-1 max-sm:hidden">
              <ToolHints tags={tool.tags} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const RowsSkeleton = () => (
  <div>
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className="space-y-2 border-t px-4 py-3 first:border-t-0">
        <Skeleton className="w-64 max-w-full" />
        <Skeleton className="h-3 w-96 max-w-full" />
      </div>
    ))}
  </div>
);
