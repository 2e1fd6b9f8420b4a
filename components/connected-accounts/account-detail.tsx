/** The page of a connected account: its state and the reason, its history, its permissions, and its actions. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { UntilTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";
import type { Account } from "./account";
import { accountTitle } from "./account-name";
import { AccountStatusBadge } from "./account-status";
import { isWaiting, splitReason } from "./account-values";

const AccountTimeline = dynamic(() => import("./account-timeline").then(({ AccountTimeline }) => AccountTimeline), {
  loading: () => <Skeleton className="h-40" />,
});
const AccountFacts = dynamic(() => import("./account-facts").then(({ AccountFacts }) => AccountFacts), {
  // As high as the facts: on a phone the timeline is below them.
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-[34rem]" />
    </div>
  ),
});
const AccountActions = dynamic(() => import("./account-actions").then(({ AccountActions }) => AccountActions), {
  loading: () => <Skeleton className="h-8 w-80 max-w-full pointer-coarse:h-11" />,
});
/** Below the fold, with the parts of a log's row: loaded after the account itself. */
const RecentCalls = dynamic(() => import("./recent-calls").then((module) => module.RecentCalls), {
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-24" />
    </div>
  ),
});

const EVERY_MS = 5_000;

/** A pending account is requested again until it is connected. */
export function AccountDetail({ id }: { id: string }) {
  const account = useQuery({
    ...query(connectedAccountsApi.getConnectedAccount, { params: { nanoid: id } }),
    refetchInterval: ({ state }) =>
      state.data?.status === "INITIATED" || state.data?.status === "INITIALIZING" ? EVERY_MS : false,
  });
  return (
    <QueryView query={account} what="this account" skeleton={<Shape />}>
      {(accountDetails) => <Loaded account={accountDetails} />}
    </QueryView>
  );
}

const Shape = () => (
  <div className="space-y-6">
    <Skeleton className="h-6 w-64" />
    <Skeleton className="h-4 w-96 max-w-full" />
    <div className="grid gap-8 lg:grid-cols-2">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  </div>
);

function Loaded({ account }: { account: Account }) {
  const { toolkit, user_id: userId } = account;
  const title = accountTitle(account, useToolkitNames());
  useCrumbName(title);
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-3">
            <ToolkitLogo slug={toolkit.slug} className="size-7" />
            <span className="min-w-0 break-words">{title}</span>
            <AccountStatusBadge account={account} />
          </span>
        }
        description={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <CopyableId id={account.id} what="account ID" />
            <Link
              href={`/users/${encodeURIComponent(userId)}`}
              className="rounded-sm underline underline-offset-4 hover:text-ink"
            >
              User
            </Link>
            <Link
              href={`/triggers?account=${encodeURIComponent(account.id)}`}
              className="rounded-sm underline underline-offset-4 hover:text-ink"
            >
              Triggers
            </Link>
          </span>
        }
      >
        <AccountActions account={account} />
      </PageHeader>
      <Standing account={account} />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <AccountFacts account={account} />
        <AccountTimeline id={account.id} status={account.status} said={account.status_reason} />
      </div>
      <RecentCalls
        title="Recent calls"
        without="Account"
        filters={[{ field: "connected_account_id", operator: "==", value: account.id }]}
        href={`/logs/tools?account=${encodeURIComponent(account.id)}`}
      />
    </>
  );
}

const ADVICE: Partial<Record<Account["status"], string>> = {
  EXPIRED: "Tools can’t use it until the user signs in again. Re-authenticate to create a link.",
  FAILED: "Tools can’t use it. Re-authenticate to create a new link.",
  REVOKED: "Its credentials were deleted. Re-authenticate to create a new link.",
  INACTIVE: "Tools can’t use it.",
};

function Standing({ account }: { account: Account }) {
  const { status, status_reason: reason, is_disabled: disabled, auth_config: config } = account;
  const advice = ADVICE[status];
  const { short, more } = splitReason(reason ?? `The account is ${status.toLowerCase()}.`);
  return (
    <div className="mb-6 space-y-2 empty:hidden">
      {disabled ? (
        <Alert tone="info" title="This account is disabled">
          Tools reject it until you enable it. Its credentials are kept.
        </Alert>
      ) : null}
      {config.is_disabled ? (
        <Alert tone="warning" title="Its auth config is disabled">
          Tools reject every account of that auth config.
        </Alert>
      ) : null}
      {isWaiting(account) ? <Waiting until={account.link_expires_at} /> : null}
      {advice ? (
        <Alert tone={status === "FAILED" ? "error" : "warning"} title={short}>
          {more ? <p className="break-words">{more}</p> : null}
          <p>{advice}</p>
        </Alert>
      ) : null}
    </div>
  );
}

const Waiting = ({ until }: { until: string | undefined }) => (
  <Alert tone="info" title="Waiting for the user">
    {until ? (
      <>
        The link works until <UntilTime at={until} />.
      </>
    ) : (
      "The link has expired. Create a new one and send it."
    )}
  </Alert>
);
