/** The differences between two versions of a toolkit, tool by tool. */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogDetailsApi } from "@/generated/addresses/catalog/details";
import { query, type ResultOf } from "@/lib/contract/client";

type Diff = ResultOf<typeof catalogDetailsApi.getVersionDiff>;

export function VersionDiff({ slug, from, to }: { slug: string; from: string; to: string }) {
  const diff = useQuery({
    ...query(catalogDetailsApi.getVersionDiff, { params: { slug }, query: { from, to } }),
    staleTime: 300_000,
  });
  return (
    <QueryView query={diff} what="the difference" skeleton={<Skeleton className="h-24 w-full" />}>
      {(versionDiff) => <Difference diff={versionDiff} />}
    </QueryView>
  );
}

function Difference({ diff }: { diff: Diff }) {
  const { added, removed, changed } = diff;
  if (added.length + removed.length + changed.length === 0)
    return <p className="text-sm text-muted">These versions take the same arguments and return the same responses.</p>;
  return (
    <div className="space-y-5">
      <p className="text-sm">
        {diff.breaking ? <Badge tone="red">Breaking</Badge> : <Badge tone="green">Compatible</Badge>}{" "}
        <span className="text-muted">
          {diff.breaking
            ? "Code written for the older version may fail."
            : "Code written for the older version keeps working."}
        </span>
      </p>
      <ToolList title="Removed" tools={removed} />
      <ToolList title="Added" tools={added} linked />
      {changed.length > 0 ? <Changes tools={changed} /> : null}
    </div>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold">
        {title} <span className="font-normal text-muted">{count}</span>
      </h3>
      <ul className="space-y-1 text-sm">{children}</ul>
    </section>
  );
}

const toolLink = (slug: string) => (
  <Link
    href={`/tools/${encodeURIComponent(slug)}`}
    className="font-mono text-xs wrap-anywhere underline-offset-4 hover:underline"
  >
    {slug}
  </Link>
);

function ToolList({ title, tools, linked = false }: { title: string; tools: Diff["added"]; linked?: boolean }) {
  if (tools.length === 0) return null;
  return (
    <Group title={title} count={tools.length}>
      {tools.map(({ slug }) => (
        <li key={slug}>{linked ? toolLink(slug) : <span className="font-mono text-xs wrap-anywhere">{slug}</span>}</li>
      ))}
    </Group>
  );
}

function Changes({ tools }: { tools: Diff["changed"] }) {
  return (
    <Group title="Changed" count={tools.length}>
      {tools.map(({ slug, breaking, changes }) => (
        <li key={slug}>
          <span className="flex flex-wrap items-center gap-2">
            {toolLink(slug)}
            {breaking ? <Badge tone="red">Breaking</Badge> : null}
          </span>
          <ul className="mt-1 ml-4 list-disc text-muted">
            {changes.map(({ path, text, breaking: breaks }) => (
              <li key={`${path} ${text}`}>
                <code className="font-mono text-xs wrap-anywhere">{path}</code> {text}
                {breaks ? <span className="sr-only"> (breaking)</span> : null}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </Group>
  );
}
