/** A link to the connect page to copy or open, and its outcome, polled every two seconds. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, LoaderCircle } from "lucide-react";
import { useEffect } from "react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { ErrorState } from "@/components/parts/display/error-state";
import { UntilTime } from "@/components/parts/display/relative-time";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import type { AccountStatus } from "@/lib/connected-accounts/contract";
import { query } from "@/lib/contract/client";
import type { Account } from "./account";
import { AccountCheck } from "./account-check";
import { accountHref } from "./account-columns";
import { wasNotChecked } from "./account-values";
import { VerifierNote } from "./verifier-note";

const EVERY_MS = 2_000;
const WAITING: readonly AccountStatus[] = ["INITIALIZING", "INITIATED"];
/** A person who canceled can open the same link again; an account that worked before keeps its state until then. */
const MAY_CHANGE: readonly AccountStatus[] = [...WAITING, "FAILED", "EXPIRED", "REVOKED"];

type WatchLinkProps = {
  link: string;
  accountId: string;
  expiresAt?: string | undefined;
  /** The account worked before and still does: nothing to wait for, because its status can stay the same. */
  stays?: boolean;
};

/** Lists of accounts, and the counts next to them. */
const READERS = [
  connectedAccountsApi.listConnectedAccounts,
  connectedAccountsApi.listAccountEvents,
  authConfigsApi.getAuthConfig,
  authConfigsApi.listAuthConfigs,
];

export function WatchLink({ link, accountId, expiresAt, stays = false }: WatchLinkProps) {
  const client = useQueryClient();
  const account = useQuery({
    ...query(connectedAccountsApi.getConnectedAccount, { params: { nanoid: accountId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !MAY_CHANGE.includes(state.data.status) ? false : EVERY_MS),
  });
  const status = account.data?.status;
  const over = status !== undefined && !WAITING.includes(status) && !stays;
  useEffect(() => {
    if (!over) return;
    for (const op of READERS) void client.invalidateQueries({ queryKey: [op.id] });
  }, [over, client]);
  return (
    <div className="space-y-4">
      {over && account.data ? (
        <Outcome account={account.data} status={status} />
      ) : (
        <>
          {account.data ? <VerifierNote account={account.data} /> : null}
          <Waiting link={link} expiresAt={expiresAt} stays={stays} />
        </>
      )}
      {account.isError && !over ? <ErrorState title="Couldn’t load the status" error={account.error} /> : null}
    </div>
  );
}

function Waiting({ link, expiresAt, stays }: Pick<WatchLinkProps, "link" | "expiresAt" | "stays">) {
  return (
    <>
      <p className="text-sm text-muted">
        Send this link to the user, or open it yourself. It works once
        {expiresAt ? (
          <>
            {" "}
            until <UntilTime at={expiresAt} />
          </>
        ) : null}
        .
      </p>
      <code
        tabIndex={0}
        aria-label="Connect link"
        className="block rounded-lg border bg-surface p-3 font-mono text-xs wrap-anywhere select-all"
      >
        {link}
      </code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link} what="connect link" label="Copy link" />
        <Button asChild>
          <a href={link} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden /> Open the connect page
          </a>
        </Button>
      </div>
      {stays ? null : (
        <p role="status" className="flex items-center gap-2 border-t pt-3 text-sm text-muted">
          <LoaderCircle aria-hidden className="size-4 animate-spin" /> Waiting for the user to connect…
        </p>
      )}
    </>
  );
}

/** A key that the provider refused, or that was saved without a check, can create an account that does not work. */
function Connected({ account }: { account: Account }) {
  const events = useQuery(
    query(connectedAccountsApi.listAccountEvents, { params: { nanoid: account.id }, query: { limit: 1 } }),
  );
  if (events.isPending) return <Skeleton className="h-14" />;
  return wasNotChecked(events.data?.items[0]?.reason) ? (
    <>
      <Alert tone="success" title="Account connected">
        The credentials weren’t verified with the provider.
      </Alert>
      <div className="text-sm">
        <AccountCheck bare account={account} />
      </div>
    </>
  ) : (
    <Alert tone="success" title="Account connected">
      Tools can use it now.
    </Alert>
  );
}

function Outcome({ account, status }: { account: Account; status: AccountStatus }) {
  return (
    <>
      {status === "ACTIVE" ? (
        <Connected account={account} />
      ) : (
        <Alert tone="error" title="Couldn’t connect the account">
          {account.status_reason ?? `It is ${status.toLowerCase()}. Create a new link to try again.`}
        </Alert>
      )}
      <div className="flex justify-end">
        <Button asChild>
          <Link href={accountHref(account.id)}>View account</Link>
        </Button>
      </div>
    </>
  );
}
