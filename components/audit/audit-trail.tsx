/** The audit trail of the organization: filters, the events, and the drawer of the open event. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { FileClock, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { QueryView } from "@/components/parts/display/query-view";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ExportButton, MAX_SAVED_ROWS } from "@/components/parts/lists/export-button";
import { onlyKnown } from "@/components/parts/lists/known-choices";
import { ListTotal } from "@/components/parts/lists/list-total";
import { changeSearch } from "@/components/parts/lists/url-state";
import { walkRows } from "@/components/parts/lists/walk-rows";
import { PageHeader } from "@/components/parts/shell/page-header";
import { PanelRoom } from "@/components/ui/panel-room";
import { auditApi } from "@/generated/addresses/access/audit";
import { download, pages } from "@/lib/contract/client";
import { AUDIT_COLUMNS } from "./audit-columns";
import { AuditRetention } from "./audit-retention";
import { AuditStream } from "./audit-stream";
import { AuditFilterBar } from "./audit-filter-bar";
import { CHOICES, isFiltered, toAuditFilter } from "./audit-filters";
import { MOST_COUNTED } from "./audit-words";

const AuditDrawer = dynamic(() => import("./audit-drawer").then(({ AuditDrawer }) => AuditDrawer), { ssr: false });

const FORMATS = { csv: "CSV", jsonl: "JSON Lines" };

const CHAIN = {
  name: "audit-chain",
  label: "Verifiable chain (JSON Lines)",
  load: (signal: AbortSignal) => download(auditApi.exportAuditChain, { query: {} }, signal),
};

const moveTo = (id: string) => changeSearch({ open: id });
const close = () => changeSearch({ open: "" });

export function AuditTrail() {
  const search = onlyKnown(useSearchParams(), CHOICES);
  const openId = search.get("open");
  const open = (id: string) => changeSearch({ open: id }, openId ? "replace" : "push");
  const filter = toAuditFilter(search);
  const events = useInfiniteQuery(pages(auditApi.listAuditEvents, { query: { ...filter, limit: 50 } }));
  const rows = events.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = events.data?.pages[0]?.total_items;
  return (
    <>
      <PageHeader
        title="Audit"
        total={<ListTotal total={total} isComplete={!total || total < MOST_COUNTED} words={["event", "events"]} />}
        description="Who changed what in this organization, what was rejected, and who read something sensitive."
      >
        <AuditStream />
        <AuditRetention />
      </PageHeader>
      <AuditFilterBar rows={rows} refreshing={events.isRefetching} onRefresh={() => void events.refetch()}>
        <ExportButton
          name="audit"
          formats={FORMATS}
          title="Export events"
          load={(format, signal) =>
            download(auditApi.exportAuditEvents, { body: { ...filter, format, limit: MAX_SAVED_ROWS } }, signal)
          }
          whole={CHAIN}
        />
      </AuditFilterBar>
      <div className="overflow-hidden rounded-lg border" onKeyDown={walkRows}>
        <QueryView
          query={events}
          what="audit events"
          skeleton={<TableSkeleton columns={AUDIT_COLUMNS} />}
          isEmpty={({ pages: all }) => all.every(({ items }) => items.length === 0)}
          empty={isFiltered(search) ? <NothingMatches /> : <NoEvents />}
        >
          {() => (
            <DataTable
              caption="Audit events, newest first"
              columns={AUDIT_COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => open(id)}
              openKey={openId}
            />
          )}
        </QueryView>
      </div>
      {openId ? (
        <>
          <PanelRoom />
          <AuditDrawer id={openId} ids={rows.map(({ id }) => id)} onMove={moveTo} onClose={close} />
        </>
      ) : null}
    </>
  );
}

const NoEvents = () => (
  <EmptyState Icon={FileClock} title="No events yet" guide="security-and-teams/audit">
    Each change by a member, an API key or a user appears here, and so does each change that was rejected.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching events">
    “Who” takes a name, an email or an ID. Objects, projects and IP addresses must match exactly.
  </EmptyState>
);
