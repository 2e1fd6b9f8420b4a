/** One audit event in full: who did what, from where, and the values before and after. */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { LinkedId } from "@/components/parts/display/linked-id";
import { QueryView } from "@/components/parts/display/query-view";
import { ClockTime, RelativeTime } from "@/components/parts/display/relative-time";
import { BesideFacts } from "@/components/parts/lists/beside-facts";
import { type InList, RowDrawer } from "@/components/parts/lists/row-drawer";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableCell, TableHeading, TableRow } from "@/components/ui/table";
import { auditApi } from "@/generated/addresses/access/audit";
import { query } from "@/lib/contract/client";
import { OutcomeBadge } from "./audit-columns";
import { type AuditRow, toActorKind, toLabel, toTargetHref } from "./audit-words";

/** Open while it is rendered. An event never changes. */
export function AuditDrawer({ id, ...list }: InList) {
  const event = useQuery({ ...query(auditApi.getAuditEvent, { params: { id } }), staleTime: Infinity });
  return (
    <RowDrawer title="Audit event" what="event" id={id} {...list} actions={null}>
      <QueryView query={event} what="this event" skeleton={<Skeleton className="h-40" />}>
        {(row) => <Details key={row.id} event={row} />}
      </QueryView>
    </RowDrawer>
  );
}

function Details({ event }: { event: AuditRow }) {
  const facts = Object.entries(event.facts).filter(([name]) => name !== "name");
  return (
    <BesideFacts facts={<Facts event={event} />}>
      <p className="text-base wrap-anywhere">{event.sentence}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <OutcomeBadge outcome={event.outcome} />
        <ClockTime at={event.at} />
        <RelativeTime at={event.at} />
      </p>
      {event.changes.length > 0 ? <Changes changes={event.changes} /> : null}
      {facts.length > 0 ? (
        <section aria-label="Details">
          <h3 className="mb-2 text-sm font-medium">Details</h3>
          <DefinitionList entries={facts.map(([name, value]) => ({ name: toLabel(name), value }))} />
        </section>
      ) : null}
    </BesideFacts>
  );
}

const Value = ({ children }: { children: string | null }) =>
  children === null ? (
    <span className="text-muted">Not set</span>
  ) : (
    <code className="font-mono text-xs wrap-anywhere">{children}</code>
  );

const Changes = ({ changes }: Pick<AuditRow, "changes">) => (
  <section aria-label="Changes">
    <h3 className="mb-2 text-sm font-medium">Changes</h3>
    <div className="overflow-hidden rounded-lg border">
      <Table>
        <caption className="sr-only">Values before and after</caption>
        <thead className="border-b bg-surface">
          <tr>
            <TableHeading>Setting</TableHeading>
            <TableHeading>Before</TableHeading>
            <TableHeading>After</TableHeading>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <TableRow key={field}>
              <TableCell>{toLabel(field)}</TableCell>
              <TableCell>
                <Value>{from}</Value>
              </TableCell>
              <TableCell>
                <Value>{to}</Value>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  </section>
);

/** A link that shows all events with the same value. */
const AllWith = ({ name, value, children }: { name: string; value: string; children: ReactNode }) => (
  <Link
    href={`/settings/audit?${new URLSearchParams({ [name]: value })}`}
    className="rounded-sm wrap-anywhere underline underline-offset-2"
  >
    {children}
  </Link>
);

function Facts({ event }: { event: AuditRow }) {
  const { actor, target, project_id: project, address } = event;
  const href = toTargetHref(event);
  return (
    <DefinitionList
      narrow
      entries={[
        {
          name: toActorKind(actor.kind),
          value: actor.id ? (
            <AllWith name="who" value={actor.id}>
              {actor.name ?? actor.id}
            </AllWith>
          ) : (
            "–"
          ),
        },
        {
          name: "Action",
          value: (
            <AllWith name="what" value={event.action}>
              <code className="font-mono text-xs">{event.action}</code>
            </AllWith>
          ),
        },
        {
          name: "Object",
          value:
            target.id === null ? null : href ? (
              <LinkedId href={href} id={target.id} what="object ID" />
            ) : (
              <CopyableId id={target.id} what="object ID" />
            ),
        },
        {
          name: "All of this object",
          value: target.id ? (
            <AllWith name="object" value={target.id}>
              Show events
            </AllWith>
          ) : null,
        },
        {
          name: "Project",
          value: project ? (
            <AllWith name="project" value={project}>
              {event.project_name ?? project}
            </AllWith>
          ) : null,
        },
        {
          name: "IP address",
          value: address ? (
            <AllWith name="address" value={address}>
              <code className="font-mono text-xs">{address}</code>
            </AllWith>
          ) : null,
        },
        { name: "Status", value: <span className="font-mono text-xs">{event.status}</span> },
        { name: "Operation", value: <code className="font-mono text-xs wrap-anywhere">{event.operation}</code> },
        { name: "Request ID", value: <CopyableId id={event.request_id} what="request ID" /> },
      ]}
    />
  );
}
