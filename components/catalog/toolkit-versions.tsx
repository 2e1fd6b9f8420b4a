/** The versions of a toolkit, newest first. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { Badge } from "@/components/ui/badge";
import { catalogDetailsApi } from "@/generated/addresses/catalog/details";
import { query } from "@/lib/contract/client";
import type { Toolkit } from "./toolkit";
import { VersionDiff } from "./version-diff";
import { VersionSelect } from "./version-select";

type Row = { version: string; changelog: string; latest: boolean };

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: "Version",
    cell: ({ version, latest }) => (
      <span className="flex items-center gap-2">
        <CopyableId id={version} what="version" />
        {latest ? <Badge tone="green">Latest</Badge> : null}
      </span>
    ),
  },
  { heading: "What changed", cell: ({ changelog }) => changelog, className: "w-full" },
];

/** A project's own toolkit is not in the common changelog, so only its versions are shown. */
export function ToolkitVersions({ toolkit: { slug, meta } }: { toolkit: Toolkit }) {
  const changes = useQuery({
    ...query(catalogDetailsApi.listChangelog, {}),
    staleTime: 300_000,
    select: ({ items }) => items.find((toolkit) => toolkit.slug === slug)?.versions ?? [],
  });
  const toRow = (version: string, changelogs: readonly { version: string; changelog: string }[]): Row => ({
    version,
    latest: version === meta.version,
    changelog: changelogs.find((entry) => entry.version === version)?.changelog ?? "",
  });
  return (
    <>
      <p className="mb-3 max-w-3xl text-sm text-muted">
        Pin a version in production to keep tool arguments stable until you upgrade.{" "}
        <code className="font-mono text-xs">latest</code> always tracks the current catalog.
      </p>
      <div className="overflow-hidden rounded-lg border">
        <QueryView query={changes} what="the versions" skeleton={<TableSkeleton columns={COLUMNS} rows={2} />}>
          {(changelogs) => (
            <DataTable
              caption="Versions, newest first"
              columns={COLUMNS}
              rows={meta.available_versions.map((version) => toRow(version, changelogs))}
              rowKey={({ version }) => version}
            />
          )}
        </QueryView>
      </div>
      {meta.available_versions.length > 1 ? <Compare slug={slug} versions={meta.available_versions} /> : null}
    </>
  );
}

/** Starts with the latest version and the version before it. */
function Compare({ slug, versions }: { slug: string; versions: readonly string[] }) {
  const [from, setFrom] = useState(versions[1] ?? "");
  const [to, setTo] = useState(versions[0] ?? "");
  return (
    <section aria-label="Compare versions" className="mt-8">
      <h2 className="mb-2 text-base font-semibold">Compare versions</h2>
      <div className="mb-4 flex flex-wrap items-center gap-2 text-sm">
        <VersionSelect label="Older version" versions={versions} value={from} onChange={setFrom} />
        <span className="text-muted">to</span>
        <VersionSelect label="Newer version" versions={versions} value={to} onChange={setTo} />
      </div>
      <VersionDiff slug={slug} from={from} to={to} />
    </section>
  );
}
