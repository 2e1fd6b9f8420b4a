/** For whom a tool is called, with which account, in which version. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Unplug } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Field } from "@/components/parts/field";
import { accountName } from "@/components/connected-accounts/account-name";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { query } from "@/lib/contract/client";
import type { Tool } from "./tool-picker";

// Only who has no account needs it.
const OfferConnection = dynamic(() => import("./offer-connection").then(({ OfferConnection }) => OfferConnection));

export type Settings = { user: string; account: string; version: string };

type CallSettingsProps = { tool: Tool; settings: Settings; onChange: (changes: Partial<Settings>) => void };

export function CallSettings({ tool, settings, onChange }: CallSettingsProps) {
  const versions = tool.available_versions.includes(tool.version)
    ? tool.available_versions
    : [tool.version, ...tool.available_versions];
  return (
    <div className="space-y-4">
      <UserField user={settings.user} onChange={(user) => onChange({ user, account: "" })} />
      {tool.no_auth ? (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <CircleCheck aria-hidden className="size-3.5" /> This tool needs no account.
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

/** Moves on when it is left, so that accounts are not asked for at every letter. */
function UserField({ user, onChange }: { user: string; onChange: (user: string) => void }) {
  const [text, setText] = useState(user);
  const [seen, setSeen] = useState(user);
  if (user !== seen) {
    setSeen(user);
    setText(user);
  }
  const commit = () => {
    if (text.trim() !== user) onChange(text.trim());
  };
  return (
    <Field label="User id" help="The end user whose account is used.">
      {(wiring) => (
        <Input
          {...wiring}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
          }}
          className="font-mono"
        />
      )}
    </Field>
  );
}

function AccountField({ tool, settings: { user, account }, onChange }: CallSettingsProps) {
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: tool.toolkit.slug, ...(user && { user_ids: user }), limit: 100 },
    }),
    refetchOnWindowFocus: "always", // a connection is made in another tab
  });
  const found = accounts.data?.items ?? [];
  const nameOf = (one: (typeof found)[number]) => accountName({ ...one, user_id: one.id });
  const usable = found.filter(({ status, is_disabled }) => status === "ACTIVE" && !is_disabled);
  return (
    <div className="space-y-2">
      <Field
        label="Account"
        error={accounts.isError ? "The accounts could not be loaded; the newest one is used." : undefined}
      >
        {(wiring) => (
          <Select {...wiring} value={account} onChange={(event) => onChange({ account: event.currentTarget.value })}>
            <option value="">Newest active account</option>
            {account && !found.some(({ id }) => id === account) ? <option value={account}>{account}</option> : null}
            {found.map((one) => (
              <option key={one.id} value={one.id}>
                {[
                  nameOf(one),
                  found.some((other) => other !== one && nameOf(other) === nameOf(one)) ? one.id : "",
                  user ? "" : one.user_id,
                  one.is_disabled ? "disabled" : one.status === "ACTIVE" ? "" : one.status.toLowerCase(),
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
