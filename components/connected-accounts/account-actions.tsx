/** Actions for an account: sign in again, renew now, enable or disable, revoke, delete. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { isRedirectScheme } from "@/components/auth-configs/scheme-words";
import { useToast } from "@/components/parts/shell/toast";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { revocationApi } from "@/generated/addresses/connected-accounts/revocation";
import { mutation } from "@/lib/contract/client";
import type { Account } from "./account";
import { holdsCredentials, isWaiting } from "./account-values";
import { reportHref } from "./revocation-values";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);
const ReconnectWindow = dynamic(() => import("./reconnect-window").then(({ ReconnectWindow }) => ReconnectWindow), {
  ssr: false,
});

const {
  getConnectedAccount,
  listConnectedAccounts,
  listAccountEvents,
  updateConnectedAccountStatus,
  deleteConnectedAccount,
  refreshConnectedAccount,
} = connectedAccountsApi;
const REFRESH = { refresh: [getConnectedAccount, listConnectedAccounts, listAccountEvents] };

/** The playground with this account chosen. */
const tryHref = ({ id, user_id: user, toolkit }: Account): string =>
  `/playground?${new URLSearchParams({ toolkit: toolkit.slug, user, account: id })}`;

export function AccountActions({ account }: { account: Account }) {
  const [open, setOpen] = useState<"revoke" | "delete" | "reconnect" | null>(null);
  const [link, setLink] = useState<{ url: string; until: string | undefined } | null>(null);
  const client = useQueryClient();
  const toast = useToast();
  const renew = useMutation(mutation(refreshConnectedAccount, client, REFRESH));
  // a key that works needs nothing; a consent can be renewed at any time
  const [active, redirect] = [account.status === "ACTIVE", isRedirectScheme(account.auth_config.auth_scheme)];
  const [waiting, holds] = [isWaiting(account), holdsCredentials(account)];
  const renewNow = () =>
    renew.mutate(
      { params: { nanoid: account.id }, query: {}, body: {} },
      {
        onError: (error) => void toast(error.message, { tone: "error" }),
        onSuccess: ({ redirect_url: url, expires_at: until }) => {
          if (!url) return void toast("Token renewed");
          setLink({ url, until });
          setOpen("reconnect");
        },
      },
    );
  const close = () => {
    setOpen(null);
    setLink(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {active && !account.is_disabled ? (
        <Button asChild>
          <Link href={tryHref(account)}>
            <Play aria-hidden /> Try a tool
          </Link>
        </Button>
      ) : null}
      {active && !redirect ? null : (
        <Button variant={active ? "outline" : "primary"} disabled={renew.isPending} onClick={renewNow}>
          <RefreshCw aria-hidden className={renew.isPending ? "animate-spin" : ""} />{" "}
          {active ? "Renew now" : waiting ? "Create a new link" : "Re-authenticate"}
        </Button>
      )}
      {holds || account.is_disabled ? <DisableButton account={account} /> : null}
      {holds ? (
        <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setOpen("revoke")}>
          Revoke
        </Button>
      ) : null}
      <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setOpen("delete")}>
        Delete
      </Button>
      {open === "revoke" ? <RevokeDialog account={account} onClose={close} /> : null}
      {open === "delete" ? <DeleteDialog account={account} onClose={close} /> : null}
      {open === "reconnect" && link ? (
        <ReconnectWindow
          link={link.url}
          accountId={account.id}
          expiresAt={link.until}
          stays={active}
          first={waiting}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function DisableButton({ account }: { account: Account }) {
  const [isConfirming, setAsking] = useState(false);
  const toast = useToast();
  const status = useMutation(mutation(updateConnectedAccountStatus, useQueryClient(), REFRESH));
  const setEnabled = (enabled: boolean) =>
    status.mutate(
      { params: { nanoid: account.id }, body: { enabled } },
      {
        onError: (error) => void toast(error.message, { tone: "error" }),
        onSuccess: () => toast(enabled ? "Account enabled" : "Account disabled"),
      },
    );
  return (
    <>
      <Button
        variant="outline"
        disabled={status.isPending}
        onClick={() => (account.is_disabled ? setEnabled(true) : setAsking(true))}
      >
        {account.is_disabled ? "Enable" : "Disable"}
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={`Disable the account of ${account.user_id}?`}
          consequence="Tools reject it until you enable it again. Its credentials are kept."
          action="Disable account"
          pending={status.isPending}
          error={null}
          onConfirm={() => {
            setAsking(false);
            setEnabled(false);
          }}
        />
      ) : null}
    </>
  );
}

function RevokeDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const toast = useToast();
  const nameOf = useToolkitNames();
  const revoke = useMutation(mutation(revocationApi.revokeConnectedAccount, useQueryClient(), REFRESH));
  const done = (tokens: readonly string[]) => {
    toast(tokens.includes("credential") ? "Deleted here; also remove the key at the provider" : "Access revoked");
    onClose();
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke the ${nameOf(account.toolkit.slug)} account of ${account.user_id}?`}
      consequence={
        "Its tokens are revoked at the provider and erased here. " +
        "The account keeps its ID and history, and the user can reconnect it."
      }
      action="Revoke access"
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate({ params: { nanoid: account.id } }, { onSuccess: ({ revoked_tokens: tokens }) => done(tokens) })
      }
    />
  );
}

function DeleteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const router = useRouter();
  const nameOf = useToolkitNames();
  const toast = useToast();
  const [revoke, setRevoke] = useState(holdsCredentials(account));
  const remove = useMutation(mutation(deleteConnectedAccount, useQueryClient(), { refresh: [listConnectedAccounts] }));
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the ${nameOf(account.toolkit.slug)} account of ${account.user_id}?`}
      consequence="Its credentials are erased and tools can no longer use it. This cannot be undone; the user will have to connect again."
      action="Delete account"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { nanoid: account.id }, query: { revoke_on_delete: revoke } },
          {
            onSuccess: ({ revoke_job_id: job }) => {
              if (job)
                toast("Account deleted; revoking at the provider", {
                  action: { label: "Report", onSelect: () => router.push(reportHref(job)) },
                });
              router.replace("/connected-accounts");
            },
          },
        )
      }
    >
      {holdsCredentials(account) ? (
        <Checkbox
          label="Also revoke access at the provider"
          checked={revoke}
          onChange={(event) => setRevoke(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
