/** Whom an account belongs to at the provider, and a button that asks the provider again. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { mutation } from "@/lib/contract/client";
import type { Account } from "./account";
import { providerUser } from "./account-name";

const { checkConnectedAccount, getConnectedAccount, listConnectedAccounts, listAccountEvents } = connectedAccountsApi;
const REFRESH = { refresh: [getConnectedAccount, listConnectedAccounts, listAccountEvents] };

/** Only a working account can be asked about. `bare`: nothing is said as long as nobody is known. */
export function AccountCheck({ account, bare = false }: { account: Account; bare?: boolean }) {
  const check = useMutation(mutation(checkConnectedAccount, useQueryClient(), REFRESH));
  const says = check.error?.message ?? check.data?.message;
  const wrong = check.isError || check.data?.result === "refused";
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere empty:hidden">
          {providerUser(account) ?? (bare ? null : <span className="text-muted">Not known</span>)}
        </span>
        {account.status === "ACTIVE" ? (
          <Button
            variant="outline"
            disabled={check.isPending}
            onClick={() => check.mutate({ params: { nanoid: account.id } })}
          >
            {check.isPending ? "Checking" : "Check now"}
          </Button>
        ) : null}
      </div>
      <p role="status" className={wrong ? "text-danger" : "text-muted"}>
        {check.isPending ? null : says}
      </p>
    </div>
  );
}
