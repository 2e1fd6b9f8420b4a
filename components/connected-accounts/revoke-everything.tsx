/**
 * One confirmed action that revokes every account of a user, a toolkit, an auth config or the project, and leads to its
 * report.
 */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldBan } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useGo } from "@/components/ui/use-go";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { revocationApi } from "@/generated/addresses/connected-accounts/revocation";
import { mutation, query } from "@/lib/contract/client";
import { reportHref } from "./revocation-values";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const { listConnectedAccounts, getConnectedAccount } = connectedAccountsApi;
const NOT_REVOKED = "INITIALIZING,INITIATED,ACTIVE,FAILED,EXPIRED,INACTIVE";
const FILTERS = { user: "user_ids", toolkit: "toolkit_slugs", auth_config: "auth_config_ids" } as const;

export type Everything = { scope: keyof typeof FILTERS; target: string } | { scope: "project" };

/** `of` names it for the person ("the user ada"). */
type RevokeEverythingProps = { everything: Everything; of: string; label?: string };

export function RevokeEverything({ everything, of, label = "Revoke everything" }: RevokeEverythingProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ShieldBan aria-hidden /> {label}
      </Button>
      {open ? <Confirmation everything={everything} of={of} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Confirmation({ everything, of, onClose }: RevokeEverythingProps & { onClose: () => void }) {
  const { go, going } = useGo();
  const filter = everything.scope === "project" ? {} : { [FILTERS[everything.scope]]: everything.target };
  const countQuery = (everActive: boolean) => ({
    ...query(listConnectedAccounts, {
      query: { ...filter, statuses: NOT_REVOKED, ever_active: everActive, limit: 1 },
    }),
    staleTime: 0,
  });
  const accountsQuery = useQuery(countQuery(true));
  const attemptsQuery = useQuery(countQuery(false));
  const start = useMutation(
    mutation(revocationApi.startRevocation, useQueryClient(), {
      refresh: [listConnectedAccounts, getConnectedAccount, revocationApi.listRevocations],
    }),
  );
  const attempts = attemptsQuery.data?.total_items;
  const count = attempts === undefined ? undefined : accountsQuery.data?.total_items;
  const nothing = count === 0 && attempts === 0;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke all accounts of ${of}?`}
      consequence={
        count === undefined ? (
          "Counting accounts…"
        ) : nothing ? (
          "No accounts left to revoke."
        ) : (
          <>
            This takes <strong className="text-ink">{countOf(count, "account")}</strong> out of use immediately, deletes
            their credentials here and revokes them at each provider.{" "}
            {attempts ? `${countOf(attempts, "pending connection")} will also be canceled. ` : ""}Users will have to
            connect again. This cannot be undone.
          </>
        )
      }
      action={count === undefined || nothing ? "Revoke" : `Revoke ${countOf(count, "account")}`}
      typed={everything.scope === "project" ? "revoke everything" : everything.target}
      pending={start.isPending || going || count === undefined || nothing}
      error={start.error ?? accountsQuery.error ?? attemptsQuery.error}
      onConfirm={() => start.mutate({ body: everything }, { onSuccess: ({ id }) => go(reportHref(id)) })}
    />
  );
}
