/**
 * The OAuth apps that the operator has entered for every project: who has one, what it is used for, changing it, taking
 * it away.
 */
"use client";
import { countOf, pluralOf } from "@/lib/contract/count-of";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Blocks, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { mutation, query } from "@/lib/contract/client";
import { MANAGED_READERS, type ManagedApp } from "./managed-readers";

const ManagedAppWindow = dynamic(() => import("./managed-app-window").then((module) => module.ManagedAppWindow), {
  ssr: false,
});
const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

const toColumns = (edit: (app: ManagedApp) => void, remove: (app: ManagedApp) => void): Column<ManagedApp>[] => [
  {
    heading: "App",
    cell: (app) => (
      <span className="flex min-w-0 items-center gap-2">
        <ToolkitLogo slug={app.toolkits[0] ?? app.key} />
        <span className="min-w-0">
          <span className="block truncate font-medium">{app.name}</span>
          <span className="block truncate text-xs text-muted">
            {app.kind === "toolkit"
              ? "this toolkit only"
              : app.toolkits.length === 1
                ? "1 toolkit"
                : `${app.toolkits.length} toolkits`}
          </span>
        </span>
      </span>
    ),
    className: "max-w-36 sm:max-w-64",
  },
  {
    heading: "Client ID",
    cell: (app) => (
      <code className="block max-w-64 truncate font-mono text-xs text-muted" title={app.client_id}>
        {app.client_id}
      </code>
    ),
    wide: "lg",
  },
  {
    heading: "Secret",
    cell: (app) => (
      <code className="font-mono text-xs text-muted">{app.client_secret === "..." ? "Stored" : app.client_secret}</code>
    ),
    wide: "lg",
  },
  { heading: "Auth configs", cell: (app) => <Badge>{app.auth_configs}</Badge>, wide: "md" },
  { heading: "Updated", cell: (app) => <RelativeTime at={app.updated_at} />, wide: "md" },
  {
    heading: "Actions",
    className: "text-right",
    cell: (app) => (
      <span className="flex flex-wrap justify-end gap-2">
        <Button
          variant="outline"
          aria-label={`Change the app of ${app.name}`}
          aria-haspopup="dialog"
          onClick={() => edit(app)}
        >
          Change
        </Button>
        <Button variant="outline" aria-label={`Delete the app of ${app.name}`} onClick={() => remove(app)}>
          Delete
        </Button>
      </span>
    ),
  },
];

/** Others than the owners of the server see a notice in place of the list, which the server would refuse. */
export const ManagedApps = () => (useMay("instance:read") ? <Apps /> : <ForOwners />);

const ForOwners = () => (
  <>
    <PageHeader title="Managed apps" description={DESCRIPTION} />
    <Alert tone="info">The owners of this server add managed apps. This project’s auth configs can use them.</Alert>
  </>
);

const DESCRIPTION =
  "Register an OAuth app with a provider once and add it here. " +
  "Every project on this server can then use that provider without its own app.";

function Apps() {
  const apps = useQuery(query(authConfigsApi.listManagedApps, {}));
  const [openApp, setShown] = useState<ManagedApp | "new" | null>(null);
  const [removing, setRemoving] = useState<ManagedApp | null>(null);
  const columns = toColumns(setShown, setRemoving);
  const add = (variant: "primary" | "outline") => (
    <Button variant={variant} aria-haspopup="dialog" onClick={() => setShown("new")}>
      <Plus aria-hidden /> Add managed app
    </Button>
  );
  return (
    <>
      <PageHeader title="Managed apps" description={DESCRIPTION}>
        {apps.isError ? null : add("primary")}
      </PageHeader>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={apps}
          what="managed apps"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState Icon={Blocks} title="No managed apps yet" guide="operate/settings" action={add("outline")}>
              Without one, each OAuth auth config needs its own client ID and secret.
            </EmptyState>
          }
        >
          {({ items }) => <DataTable caption="Managed apps" columns={columns} rows={items} rowKey={({ id }) => id} />}
        </QueryView>
      </div>
      {openApp ? (
        <ManagedAppWindow app={openApp === "new" ? undefined : openApp} onClose={() => setShown(null)} />
      ) : null}
      {removing ? <DeleteApp app={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

function DeleteApp({ app, onClose }: { app: ManagedApp; onClose: () => void }) {
  const toast = useToast();
  const remove = useMutation(mutation(authConfigsApi.deleteManagedApp, useQueryClient(), { refresh: MANAGED_READERS }));
  const configs = `${countOf(app.auth_configs, "auth config")} ${pluralOf(app.auth_configs, "uses", "use")} it`;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the managed app of ${app.name}?`}
      consequence={
        app.auth_configs === 0
          ? "No auth configs use it. The app at the provider is not affected."
          : `${configs}, across all projects. No one will be able to connect through them, and ` +
            "connected accounts’ tokens will no longer be renewed."
      }
      action="Delete managed app"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { id: app.id } },
          {
            onSuccess: () => {
              toast("Managed app deleted");
              onClose();
            },
          },
        )
      }
    />
  );
}
