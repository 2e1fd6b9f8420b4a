/** The list of the project's keys, and taking one back. */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { changeSearch } from "@/components/parts/lists/url-state";
import { walkRows } from "@/components/parts/lists/walk-rows";
import { QueryView } from "@/components/parts/display/query-view";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { PanelRoom } from "@/components/ui/panel-room";
import { accessApi } from "@/generated/addresses/access";
import { mutation, pages } from "@/lib/contract/client";
import { CreateApiKey } from "./create-api-key";
import { toColumns, type ApiKey } from "./key-columns";
import { usePeople } from "../use-people";
import { useMay } from "../use-session";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const KeyDrawer = dynamic(() => import("./key-drawer").then(({ KeyDrawer }) => KeyDrawer), { ssr: false });

const moveTo = (id: string) => changeSearch({ open: id });
const close = () => changeSearch({ open: "" });

export function ApiKeys() {
  const keys = useInfiniteQuery(pages(accessApi.listApiKeys, { query: { limit: 50 } }));
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const mayRevoke = useMay("api_keys:write");
  const people = usePeople();
  const columns = toColumns(people, mayRevoke ? setRevoking : null);
  const openId = useSearchParams().get("open");
  const rows = keys.data?.pages.flatMap(({ items }) => items) ?? [];
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
      <div className="overflow-hidden rounded-lg border" onKeyDown={walkRows}>
        <QueryView
          query={keys}
          what="API keys"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={empty}
        >
          {() => (
            <DataTable
              caption="API keys of this project"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => changeSearch({ open: id }, openId ? "replace" : "push")}
              openKey={openId}
            />
          )}
        </QueryView>
        {revoking ? <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
      </div>
      {openId && keys.data ? (
        <>
          <PanelRoom />
          <KeyDrawer
            apiKey={rows.find(({ id }) => id === openId)}
            onRevoke={setRevoking}
            {...{ id: openId, ids: rows.map(({ id }) => id), onMove: moveTo, onClose: close }}
          />
        </>
      ) : null}
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
