/** Chooses one of a toolkit's connected accounts, or none. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/parts/forms/field";
import { Select } from "@/components/ui/select";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";

type AccountSelectProps = { toolkit: string; value: string; help: string; onChange: (account: string) => void };

const MOST_ACCOUNTS = 50;

export function AccountSelect({ toolkit, value, help, onChange }: AccountSelectProps) {
  const accounts = useQuery(
    query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: [toolkit], statuses: ["ACTIVE"], limit: MOST_ACCOUNTS },
    }),
  );
  return (
    <Field label="Connected account" help={help}>
      {(wiring) => (
        <Select {...wiring} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">None, no sign-in</option>
          {(accounts.data?.items ?? []).map(({ id, user_id: user }) => (
            <option key={id} value={id}>
              {user} ({id})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
