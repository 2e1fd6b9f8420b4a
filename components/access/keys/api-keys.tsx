/** The list of the project's keys, and taking one back. */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { accessApi } from "@/generated/addresses/access";
import { mutation, pages, type ResultOf } from "@/lib/contract/client";
import { CreateApiKey } from "./create-api-key";
import { sayKey, sayLimits, toLimitPhrases } from "./key-access";
import { nameOfPerson, usePeople, type People } from "../use-people";
import { useMay } from "../use-session";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type ApiKey = ResultOf<typeof accessApi.listApiKeys>["items"][number];

const toStatus = (key: ApiKey) =>
  key.revoked_at ? "REVOKED" : key.expires_at && new Date(key.expires_at) <= new Date() ? "EXPIRED" : "ACTIVE";

function makerOf({ created_by: by }: ApiKey, people: People) {
  return by ? <bdi>{nameOfPerson(by, people)}</bdi> : <span className="text-muted">Not recorded</span>;
}

function AccessCell({ apiKey }: { apiKey: ApiKey }) {
  const { limits } = apiKey;
  return (
    <span className="block max-w-56">
      <span className="block truncate" title={sayKey(apiKey)}>
        {sayKey(apiKey)}
      </span>
      {limits ? (
        <span className="block truncate text-xs text-muted" title={`Only ${toLimitPhrases(limits).join(", ")}`}>
          Only {sayLimits(limits)}
        </span>
      ) : null}
    </span>
  );
}

const LastUse = ({ apiKey }: { apiKey: ApiKey }) =>
  apiKey.last_used_at ? (
    <span className="block">
      <RelativeTime at={apiKey.last_used_at} />
      {apiKey.last_used_from ? (
        <span className="block max-w-40 truncate font-mono text-xs text-muted" title={apiKey.last_used_from}>
          {apiKey.last_used_from}
        </span>
      ) : null}
    </span>
  ) : (
    <span className="text-muted">Never</span>
  );

/** Without `revoke` the list is read-only. */
const toColumns = (people: People, revoke: ((key: ApiKey) => void) | null): Column<ApiKey>[] => [
  {
    heading: "Name",
    cell: (key) => (
      <span className="block max-w-64 truncate font-medium" title={key.name}>
        {key.name}
      </span>
    ),
    className: "max-w-36 sm:max-w-none",
  },
  { heading: "Key", cell: (key) => <code className="font-mono text-xs text-muted">{key.prefix}…</code> },
  {
    heading: "Access",
    cell: (key) => <AccessCell apiKey={key} />,
    wide: "md",
  },
  { heading: "Status", cell: (key) => <StatusBadge status={toStatus(key)} />, wide: "md" },
  { heading: "Created", cell: (key) => <RelativeTime at={key.created_at} />, wide: "lg" },
  {
    heading: "Created by",
    cell: (key) => makerOf(key, people),
    wide: "lg",
  },
  {
    heading: "Last used",
    cell: (key) => <LastUse apiKey={key} />,
    wide: "lg",
  },
  {
    heading: "Expires",
    cell: (key) => (key.expires_at ? <RelativeTime at={key.expires_at} /> : <span className="text-muted">Never</span>),
    wide: "lg",
  },
  ...(revoke ? [actions(revoke)] : []),
];

const actions = (revoke: (key: ApiKey) => void): Column<ApiKey> => ({
  heading: "Actions",
  className: "text-right",
  cell: (key) =>
    key.revoked_at ? (
      <span className="text-xs text-muted @[40rem]:hidden">Revoked</span>
    ) : (
      <Button variant="outline" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
        Revoke
      </Button>
    ),
});

export function ApiKeys() {
  const keys = useInfiniteQuery(pages(accessApi.listApiKeys, { query: { limit: 50 } }));
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const mayRevoke = useMay("api_keys:write");
  const people = usePeople();
  const columns = toColumns(people, mayRevoke ? setRevoking : null);
  const empty = (
    <EmptyState
      Icon={KeyRound}
      title="This project has no API keys"
      guide="start/first-call"
      action={<CreateApiKey variant="outline" />}
    >
      Create one key per program, so you can revoke it without affecting the others.
    </EmptyState>
  );
  return (
    <>
      {mayRevoke ? null : (
        <Alert tone="info" className="mb-4">
          Owners and admins create and revoke keys{people.keepers[0] ? `: ask ${people.keepers[0]}` : ""}.
        </Alert>
      )}
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={keys}
          what="API keys"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={empty}
        >
          {({ pages }) => (
            <DataTable
              caption="API keys of this project"
              columns={columns}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
            />
          )}
        </QueryView>
        {revoking ? <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
      </div>
    </>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useMutation(mutation(accessApi.revokeApiKey, useQueryClient(), { refresh: [accessApi.listApiKeys] }));
  const [sameMaker, setSameMaker] = useState(false);
  const others = apiKey.created_by ? "created by the same person" : "with no recorded creator";
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke “${apiKey.name}”?`}
      consequence="Programs using this key lose access immediately. This cannot be undone, but you can create another key."
      action="Revoke key"
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate(
          { params: { id: apiKey.id }, query: sameMaker ? { also: "same_maker" } : {} },
          { onSuccess: onClose },
        )
      }
    >
      <Checkbox
        label={`Also revoke every other key ${others}`}
        checked={sameMaker}
        onChange={(event) => setSameMaker(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
