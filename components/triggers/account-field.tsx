/** The account of a trigger: filtered by user, chosen by name. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { accountName } from "@/components/connected-accounts/account-name";
import { FilterInput } from "@/components/parts/lists/filter-input";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Select } from "@/components/ui/select";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";

// Only who has no account needs it.
const OfferConnection = dynamic(() =>
  import("@/components/execution/offer-connection").then(({ OfferConnection }) => OfferConnection),
);

const MOST = 100;

type AccountFieldProps = {
  toolkit: { slug: string; name: string };
  value: string;
  onChange: (account: string) => void;
  error: string | undefined;
};

/** Accounts that no trigger can use are left out; a chosen one stays. */
export function AccountField({ toolkit, value, onChange, error }: AccountFieldProps) {
  const [user, setUser] = useState("");
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: toolkit.slug, statuses: "ACTIVE", ...(user && { user_ids: user }), limit: MOST },
    }),
    refetchOnWindowFocus: "always", // a connection is made in another tab
  });
  const usable = (accounts.data?.items ?? []).filter(({ is_disabled: disabled }) => !disabled);
  const only = user === "" && usable.length === 1 ? usable[0]?.id : undefined;
  useEffect(() => {
    if (value === "" && only !== undefined) onChange(only);
  }, [value, only, onChange]);
  const many = (accounts.data?.total_items ?? 0) > 8 || user !== "";
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">Account</legend>
      <div className="flex min-h-8 items-center justify-between gap-3 pointer-coarse:min-h-10">
        <span aria-hidden className="text-base font-semibold">
          Account
        </span>
        {many ? <FilterInput label="User ID" value={user} onCommit={setUser} className="max-w-60" /> : null}
      </div>
      {accounts.isError ? (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : (
        <Field label={`${toolkit.name} account`} help="Events from this account will be received." error={error}>
          {(wiring) => (
            <Select {...wiring} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
              <option value="">{accounts.isPending ? "Loading accounts" : "Choose one"}</option>
              {value && !usable.some(({ id }) => id === value) ? <option value={value}>{value}</option> : null}
              {usable.map((account) => (
                <option key={account.id} value={account.id}>
                  {[...new Set([accountName(account), account.user_id, account.id])].join(" · ")}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {accounts.data && usable.length === 0 && value === "" ? (
        <div className="space-y-2 rounded-lg border border-dashed p-3">
          <p className="text-sm text-muted">
            No active {toolkit.name} account{user ? ` for ${user}` : ""}.
          </p>
          <OfferConnection toolkit={toolkit.slug} user={user} />
        </div>
      ) : null}
    </fieldset>
  );
}
