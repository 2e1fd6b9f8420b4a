/** The list of auth configs with its filters. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, SearchX, ShieldCheck, X } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, type ReactNode } from "react";
import { FilterInput } from "@/components/parts/lists/filter-input";
import { ColumnsButton } from "@/components/parts/lists/columns/columns-button";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { ListTotal } from "@/components/parts/lists/list-total";
import { useColumns } from "@/components/parts/lists/columns/use-columns";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { pages } from "@/lib/contract/client";
import { AUTH_CONFIG_COLUMNS } from "./auth-config-columns";
import { toUsedToolkits, useAuthConfigs } from "./use-auth-configs";

const NOTHING = { search: "", toolkit: "", disabled: "" };

function useConfigs() {
  const search = useSearchParams();
  const [text, toolkit, disabled] = [
    search.get("search")?.trim(),
    search.get("toolkit"),
    search.get("disabled") === "show",
  ];
  const configs = useInfiniteQuery(
    pages(authConfigsApi.listAuthConfigs, {
      query: {
        limit: 50,
        ...(text && { search: text }),
        ...(toolkit && { toolkit_slug: toolkit }),
        ...(disabled && { show_disabled: true }),
      },
    }),
  );
  return { configs, filtered: Boolean(text || toolkit || disabled) };
}

/** How many auth configs the filters choose: from the list's own answer. */
export const AuthConfigTotal = () => (
  <ListTotal total={useConfigs().configs.data?.pages[0]?.total_items} words={["auth config", "auth configs"]} />
);

export function AuthConfigs() {
  const router = useRouter();
  const { configs, filtered } = useConfigs();
  const { columns, sizing, ...choice } = useColumns("auth_configs", AUTH_CONFIG_COLUMNS);
  return (
    <>
      <Filters filtered={filtered}>
        <ColumnsButton {...choice} className="ml-auto max-md:hidden" />
      </Filters>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={configs}
          what="auth configs"
          skeleton={<TableSkeleton columns={columns} sizing={sizing} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={filtered ? <NothingMatches /> : <NoConfigs />}
        >
          {({ pages }) => (
            <DataTable
              caption="Auth configs of this project"
              columns={columns}
              sizing={sizing}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(`/auth-configs/${encodeURIComponent(id)}`)}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

function Filters({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  const search = useSearchParams();
  const toolkits = toUsedToolkits(useAuthConfigs().data?.items ?? []);
  const nameOf = useToolkitNames();
  const toolkitSlug = search.get("toolkit") ?? "";
  const commit = useCallback((text: string) => changeSearch({ search: text }), []);
  return (
    <search aria-label="Filter auth configs" className="mb-4 flex flex-wrap items-center gap-2">
      <FilterInput label="Name or ID" value={search.get("search") ?? ""} onCommit={commit} className="sm:max-w-64" />
      <Select
        aria-label="Toolkit"
        value={toolkitSlug}
        onChange={(event) => changeSearch({ toolkit: event.currentTarget.value })}
        className="max-sm:flex-1 sm:w-44"
      >
        <option value="">Any toolkit</option>
        {[...new Set([...toolkits, ...(toolkitSlug ? [toolkitSlug] : [])])].map((slug) => (
          <option key={slug} value={slug}>
            {nameOf(slug)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Status"
        value={search.get("disabled") ?? ""}
        onChange={(event) => changeSearch({ disabled: event.currentTarget.value })}
        className="max-sm:flex-1 sm:w-48"
      >
        <option value="">Enabled only</option>
        <option value="show">Enabled and disabled</option>
      </Select>
      {filtered ? (
        <Button variant="ghost" onClick={() => changeSearch(NOTHING)}>
          <X aria-hidden /> Clear filters
        </Button>
      ) : null}
      {children}
    </search>
  );
}

export const CreateAuthConfig = ({ variant }: { variant?: "outline" }) => (
  <Button asChild variant={variant}>
    <Link href="/auth-configs/new">
      <Plus aria-hidden /> Create auth config
    </Link>
  </Button>
);

const NoConfigs = () => (
  <EmptyState
    Icon={ShieldCheck}
    title="No auth configs yet"
    guide="start/first-call"
    action={<CreateAuthConfig variant="outline" />}
  >
    An auth config defines how users authenticate with a toolkit: your OAuth app or their own key. Create it once, and
    any number of users can connect.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No auth config matches these filters">
    Search matches part of a name or a full ID. Disabled auth configs are hidden by default.
  </EmptyState>
);
