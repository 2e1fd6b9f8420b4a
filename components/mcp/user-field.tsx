/** The user: any user ID, with suggestions of users who have connected an account. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef } from "react";
import { Field } from "@/components/parts/forms/field";
import { toSuggestions } from "@/components/parts/forms/to-suggestions";
import { SuggestInput, useSuggestions } from "@/components/parts/forms/suggest-input";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";

const USER_LIMIT = 20;

type UserFieldProps = {
  value: string;
  onChange: (user: string) => void;
  help?: string;
  error?: string | undefined;
  optional?: boolean;
  /** Whether an empty field begins with the project's user, if it has only one. */
  takesOnlyUser?: boolean;
  className?: string;
};

export function UserField({
  value,
  onChange,
  help,
  error,
  optional,
  takesOnlyUser = false,
  className,
}: UserFieldProps) {
  const state = useSuggestions();
  const words = useDeferredValue(state.words.trim());
  const users = useQuery({
    ...query(connectedAccountsApi.listUsers, {
      query: { limit: USER_LIMIT, ...(words && { search: words.slice(0, 200) }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const [first, second] = users.data?.items ?? [];
  const wasAsked = useRef(!takesOnlyUser);
  useEffect(() => {
    if (wasAsked.current || !users.data) return;
    wasAsked.current = true;
    if (value === "" && first && !second) onChange(first.user_id);
  }, [users.data, value, first, second, onChange]);
  return (
    <Field label="User ID" help={help} error={error} optional={optional}>
      {(wiring) => (
        <SuggestInput
          {...wiring}
          state={state}
          options={toSuggestions(users.data?.items.map(({ user_id: user }) => user) ?? [], state.words)}
          maxLength={200}
          value={value}
          onChange={onChange}
          className={className}
        />
      )}
    </Field>
  );
}
