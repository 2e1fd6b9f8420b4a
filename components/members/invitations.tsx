/** Invitations of the organization with their state, and taking one back. */
"use client";
import { useMutation, useQueryClient, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { type Status, StatusBadge } from "@/components/parts/display/status-badge";
import { Button } from "@/components/ui/button";
import { accessApi } from "@/generated/addresses/access";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { ROLE_WORDS, type Role } from "./role-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Invitation = ResultOf<typeof accessApi.listInvitations>["items"][number];

const STATUS: Readonly<Record<Invitation["state"], Status>> = {
  pending: "PENDING",
  accepted: "ACCEPTED",
  expired: "EXPIRED",
  revoked: "REVOKED",
};

const toColumns = (roles: readonly Role[], revoke: (invitation: Invitation) => void): Column<Invitation>[] => [
  {
    heading: "Email",
    cell: ({ email }) => (
      <span className="block truncate font-medium" title={email}>
        {email}
      </span>
    ),
    className: "max-w-36 sm:max-w-64",
  },
  { heading: "Role", cell: ({ role }) => ROLE_WORDS[role].name, wide: "md" },
  { heading: "Status", cell: ({ state }) => <StatusBadge status={STATUS[state]} /> },
  {
    heading: "Invited by",
    cell: ({ invited_by: by }) => (
      <bdi className="block truncate" title={by.email}>
        {by.name ?? by.email}
      </bdi>
    ),
    className: "max-w-48",
    wide: "lg",
  },
  {
    heading: "Expires",
    cell: ({ ended_at: endedAt, expires_at: expires }) => <RelativeTime at={endedAt ?? expires} />,
    wide: "lg",
  },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (invitation) =>
      invitation.state === "pending" && roles.includes(invitation.role) ? (
        <Button
          variant="outline"
          aria-label={`Revoke the invitation of ${invitation.email}`}
          onClick={() => revoke(invitation)}
        >
          Revoke
        </Button>
      ) : null,
  },
];

type InvitationsProps = {
  /** Those that the person may give and take away. */
  roles: readonly Role[];
  query: UseInfiniteQueryResult<InfiniteData<ResultOf<typeof accessApi.listInvitations>>>;
};

export function Invitations({ roles, query }: InvitationsProps) {
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const columns = toColumns(roles, setRevoking);
  return (
    <div className="overflow-hidden rounded-lg border">
      <QueryView
        query={query}
        what="invitations"
        skeleton={<TableSkeleton columns={columns} rows={2} />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<p className="px-4 py-6 text-sm text-muted">No pending invitations.</p>}
      >
        {({ pages }) => (
          <DataTable
            caption="Invitations of this organization"
            columns={columns}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
          />
        )}
      </QueryView>
      {revoking ? <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} /> : null}
    </div>
  );
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useMutation(
    mutation(accessApi.revokeInvitation, useQueryClient(), { refresh: [accessApi.listInvitations] }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke the invitation of ${invitation.email}?`}
      consequence="The link stops working immediately. You can invite this person again."
      action="Revoke invitation"
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: invitation.id } }, { onSuccess: onClose })}
    />
  );
}
