/** The user, the account and the version of a tool call. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Unplug } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { Field } from "@/components/parts/forms/field";
import { SuggestInput, useSuggestions } from "@/components/parts/forms/suggest-input";
import { toSuggestions } from "@/components/parts/forms/to-suggestions";
import { accountName } from "@/components/connected-accounts/account-name";
import { Select } from "@/components/ui/select";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";
import type { Tool } from "./tool-picker";

// Needed only if the user has no account.
const OfferConnection = dynamic(() => import("./offer-connection").then(({ OfferConnection }) => OfferConnection));

export type Settings = { user: string; account: string; version: string };

type CallSettingsProps = {
  tool: Tool;
  settings: Settings;
  /** Users with an active account. */
  offered: readonly string[];
  /** The number of attempts to run without a user. */
  missed: number;
  onChange: (changes: Partial<Settings>) => void;
};

export function CallSettings({ tool, settings, offered: userIds, missed, onChange }: CallSettingsProps) {
  const versions = tool.available_versions.includes(tool.version)
    ? tool.available_versions
    : [tool.version, ...tool.available_versions];
  return (
    <div className="space-y-4">
      <UserField
        user={settings.user}
        offered={userIds}
        missed={missed}
        help={tool.no_auth ? "Shown in the log." : "The user whose account is used."}
        onChange={(user) => onChange({ user, account: "" })}
      />
      {tool.no_auth ? (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <CircleCheck aria-hidden className="size-3.5" /> No account needed.
        </p>
      ) : (
        <AccountField tool={tool} settings={settings} onChange={onChange} />
      )}
      <Field label="Version">
        {(wiring) => (
          <Select
            {...wiring}
            value={settings.version}
            onChange={(event) => onChange({ version: event.currentTarget.value })}
          >
            <option value="">Latest</option>
            {versions.map((version) => (
              <option key={version} value={version}>
                {version}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

type UserFieldProps = Pick<CallSettingsProps, "offered" | "missed"> & {
  user: string;
  help: string;
  onChange: (user: string) => void;
};

/** Applied on blur, so that accounts are not requested at every key press. */
function UserField({ user, offered: userIds, missed, help, onChange }: UserFieldProps) {
  const state = useSuggestions();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(user);
  const [lastUser, setSeen] = useState(user);
  if (user !== lastUser) {
    setSeen(user);
    setText(user);
  }
  useEffect(() => {
    if (missed > 0) field.current?.focus();
  }, [missed]);
  const commit = (next: string) => {
    if (next.trim() !== user) onChange(next.trim());
  };
  return (
    <Field label="User ID" help={help} error={missed > 0 && user === "" ? "Select a user." : undefined}>
      {(wiring) => (
        <SuggestInput
          {...wiring}
          ref={field}
          state={state}
          options={toSuggestions(userIds, state.words)}
          placeholder="Choose a user"
          value={text}
          onChange={(next) => {
            setText(next);
            if (userIds.includes(next)) commit(next);
          }}
          onLeave={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit(text);
          }}
          className="font-mono placeholder:font-sans"
        />
      )}
    </Field>
  );
}

type AccountFieldProps = Pick<CallSettingsProps, "tool" | "settings" | "onChange">;

function AccountField({ tool, settings: { user, account }, onChange }: AccountFieldProps) {
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: tool.toolkit.slug, ...(user && { user_ids: user }), limit: 100 },
    }),
    refetchOnWindowFocus: "always", // the account is connected in another tab
  });
  const accountItems = accounts.data?.items ?? [];
  const nameOf = (item: (typeof accountItems)[number]) => accountName({ ...item, user_id: item.id });
  const usable = accountItems.filter(({ status, is_disabled }) => status === "ACTIVE" && !is_disabled);
  // Nothing to choose: the field names the account that is used.
  const onlyAccount = user && !account && accountItems.length === 1 ? usable[0] : undefined;
  return (
    <div className="space-y-2">
      <Field label="Account" error={accounts.isError ? "Couldn’t load the accounts; the newest is used." : undefined}>
        {(wiring) => (
          <Select
            {...wiring}
            value={account}
            onChange={(event) => {
              const id = event.currentTarget.value;
              const owner = accountItems.find((item) => item.id === id)?.user_id;
              onChange({ account: id, ...(user === "" && owner !== undefined && { user: owner }) });
            }}
          >
            <option value="">
              {onlyAccount ? nameOf(onlyAccount) : user ? "Newest active account" : "Choose an account"}
            </option>
            {account && !accountItems.some(({ id }) => id === account) ? (
              <option value={account}>{account}</option>
            ) : null}
            {(onlyAccount ? [] : accountItems).map((item) => (
              <option key={item.id} value={item.id}>
                {[
                  nameOf(item),
                  accountItems.some((other) => other !== item && nameOf(other) === nameOf(item)) ? item.id : "",
                  user ? "" : item.user_id,
                  item.is_disabled ? "disabled" : item.status === "ACTIVE" ? "" : item.status.toLowerCase(),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {accounts.data && usable.length === 0 && !account ? (
        <div className="space-y-2 rounded-lg border border-dashed p-3">
          <p className="flex gap-1.5 text-xs text-muted">
            <Unplug aria-hidden className="mt-px size-3.5 shrink-0" />{" "}
            {user ? (
              <span>
                No active {tool.toolkit.name} account of <code className="font-mono wrap-anywhere">{user}</code>.
              </span>
            ) : (
              `No active ${tool.toolkit.name} account yet.`
            )}
          </p>
          <OfferConnection toolkit={tool.toolkit.slug} user={user} />
        </div>
      ) : null}
    </div>
  );
}
