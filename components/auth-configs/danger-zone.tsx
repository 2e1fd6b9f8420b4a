/** Switching an auth config off and on, and deleting it with everything that was connected through it. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { reportHref } from "@/components/connected-accounts/revocation-values";
import { RevokeEverything } from "@/components/connected-accounts/revoke-everything";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { mutation } from "@/lib/contract/client";
import type { AuthConfig } from "./auth-config";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const { getAuthConfig, listAuthConfigs, updateAuthConfigStatus, deleteAuthConfig } = authConfigsApi;
const accountsOf = (count: number): string => `its ${countOf(count, "connected account")}`;

export function DangerZone({ config }: { config: AuthConfig }) {
  const [open, setOpen] = useState<"disable" | "delete" | null>(null);
  const status = useMutation(
    mutation(updateAuthConfigStatus, useQueryClient(), { refresh: [getAuthConfig, listAuthConfigs] }),
  );
  const enabled = config.status === "ENABLED";
  const change = () =>
    status.mutate(
      { params: { nanoid: config.id, status: enabled ? "DISABLED" : "ENABLED" } },
      { onSuccess: () => setOpen(null) },
    );
  return (
    <div className="max-w-2xl divide-y rounded-lg border">
      <Deed
        title={enabled ? "Disable" : "Enable"}
        text={
          enabled
            ? "No one can connect with it and tools reject its accounts until you enable it again. Nothing is deleted."
            : "Users can connect with it again, and tools accept its accounts."
        }
      >
        <Button variant="outline" disabled={status.isPending} onClick={() => (enabled ? setOpen("disable") : change())}>
          {enabled ? "Disable auth config" : "Enable auth config"}
        </Button>
      </Deed>
      {config.no_of_connections > 0 ? (
        <Deed
          title="Revoke everything"
          text={
            `Disables ${accountsOf(config.no_of_connections)} and revokes them at the provider where possible. ` +
            "The auth config stays."
          }
        >
          <RevokeEverything everything={{ scope: "auth_config", target: config.id }} of={`“${config.name}”`} />
        </Deed>
      ) : null}
      <Deed
        title="Delete"
        text={
          config.no_of_connections > 0
            ? `Deletes ${accountsOf(config.no_of_connections)} and all credentials. This can’t be undone.`
            : "No accounts use it. This cannot be undone."
        }
      >
        <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setOpen("delete")}>
          Delete auth config
        </Button>
      </Deed>
      {status.isError && open === null ? <ErrorState error={status.error} className="m-4" /> : null}
      {open === "disable" ? (
        <ConfirmDialog
          onClose={() => setOpen(null)}
          title={`Disable “${config.name}”?`}
          consequence={`Tools reject ${accountsOf(config.no_of_connections)} until you enable it again.`}
          action="Disable auth config"
          pending={status.isPending}
          error={status.error}
          onConfirm={change}
        />
      ) : null}
      {open === "delete" ? <DeleteDialog config={config} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

function Deed({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-base font-medium">{title}</h2>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

function DeleteDialog({ config, onClose }: { config: AuthConfig; onClose: () => void }) {
  const router = useRouter();
  const toast = useToast();
  const [revoke, setRevoke] = useState(config.no_of_connections > 0);
  const remove = useMutation(
    mutation(deleteAuthConfig, useQueryClient(), {
      refresh: [listAuthConfigs, connectedAccountsApi.listConnectedAccounts],
    }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete “${config.name}”?`}
      consequence={
        config.no_of_connections > 0 ? (
          <>
            This deletes <strong className="text-ink">{accountsOf(config.no_of_connections)}</strong> and their
            credentials. Users will have to connect again with another auth config.
          </>
        ) : (
          "No accounts use it. Programs using its ID will be rejected."
        )
      }
      action={config.no_of_connections > 0 ? "Delete it and its accounts" : "Delete auth config"}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { nanoid: config.id }, query: { revoke_on_delete: revoke } },
          {
            onSuccess: ({ revoke_job_id: job }) => {
              if (job)
                toast("Auth config deleted; revoking at the provider", {
                  action: { label: "Report", onSelect: () => router.push(reportHref(job)) },
                });
              router.replace("/auth-configs");
            },
          },
        )
      }
    >
      {config.no_of_connections > 0 ? (
        <Checkbox
          label="Also revoke the accounts at the provider"
          checked={revoke}
          onChange={(event) => setRevoke(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
