/** The facts of an account: its auth config, its permissions, and its credentials, masked. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Section } from "@/components/parts/display/section";
import { Link } from "@/components/ui/link";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { query } from "@/lib/contract/client";
import { scopeInWords } from "@/lib/contract/scope-words";
import { overviewApi } from "@/generated/addresses/overview";
import type { Account } from "./account";
import { AccountCheck } from "./account-check";
import { AliasEditor } from "./alias-editor";
import { toGrantedScopes, toShownCredentials } from "./account-values";
import { userHref } from "./account-columns";

export function AccountFacts({ account }: { account: Account }) {
  const { auth_config: config, state } = account;
  const credentials = toShownCredentials(state.val);
  return (
    <div className="min-w-0 space-y-8">
      <Section title="Details">
        <DefinitionList
          entries={[
            { name: "Alias", value: <AliasEditor id={account.id} alias={account.alias} /> },
            {
              name: "User",
              value: (
                <Link
                  href={userHref(account.user_id)}
                  className="min-w-0 rounded-sm font-mono text-xs wrap-anywhere underline underline-offset-4"
                >
                  {account.user_id}
                </Link>
              ),
            },
            {
              name: "Auth config",
              value: (
                <Link
                  href={`/auth-configs/${encodeURIComponent(config.id)}`}
                  className="block min-w-0 truncate rounded-sm underline underline-offset-4"
                >
                  <AuthConfigName id={config.id} />
                </Link>
              ),
            },
            { name: "Provider account", value: <AccountCheck account={account} /> },
            { name: "Scheme", value: schemeWords(config.auth_scheme).label },
            {
              name: "Sharing",
              value: account.experimental.account_type === "SHARED" ? "Shared with other users" : "Only its user",
            },
            { name: "Token expires", value: account.expires_at ? <RelativeTime at={account.expires_at} /> : undefined },
            { name: "Last used", value: account.last_used_at ? <RelativeTime at={account.last_used_at} /> : "Never" },
            { name: "Created", value: <RelativeTime at={account.created_at} /> },
            { name: "Updated", value: <RelativeTime at={account.updated_at} /> },
          ]}
        />
      </Section>
      <Scopes account={account} />
      {credentials.length > 0 ? (
        <Section title="Credentials">
          <p className="mb-2 text-sm text-muted">
            Stored encrypted. At most the first characters of secrets are shown.
          </p>
          <DefinitionList
            entries={credentials.map(([name, value]) => ({
              name,
              value: <code className="min-w-0 font-mono text-xs wrap-anywhere">{value}</code>,
            }))}
          />
        </Section>
      ) : null}
    </div>
  );
}

/** Its ID until the name is known, or where the auth config is gone. One line, so that nothing moves. */
function AuthConfigName({ id }: { id: string }) {
  const { data } = useQuery(query(authConfigsApi.getAuthConfig, { params: { nanoid: id } }));
  return data ? <span title={data.name}>{data.name}</span> : <span className="font-mono text-xs">{id}</span>;
}

function Scopes({ account }: { account: Account }) {
  const granted = toGrantedScopes(account.state.val);
  const requested = account.requested_scopes ?? [];
  const scopeNames = granted ?? requested;
  if (scopeNames.length === 0) return null;
  return (
    <Section title={granted ? "Allowed scopes" : "Requested scopes"}>
      <ul className="space-y-1.5 text-sm">
        {scopeNames.map((scope) => (
          <li key={scope}>
            {scopeInWords(scope, "developer")}{" "}
            <code className="font-mono text-xs wrap-anywhere text-muted">{scope}</code>
          </li>
        ))}
      </ul>
      {granted ? <Missing scopes={requested.filter((scope) => !granted.includes(scope))} /> : null}
      <Unused id={account.id} />
    </Section>
  );
}

/** Nothing is said before the account has run anything: all of its scopes would be unused. */
function Unused({ id }: { id: string }) {
  const { data } = useQuery(query(overviewApi.getAccountUse, { params: { nanoid: id } }));
  if (!data?.unused_scopes?.length || data.used_tools.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      Unused scopes:{" "}
      {data.unused_scopes.map((scope) => (
        <code key={scope} className="mr-2 font-mono text-xs wrap-anywhere">
          {scope}
        </code>
      ))}
    </p>
  );
}

const Missing = ({ scopes }: { scopes: string[] }) =>
  scopes.length > 0 ? (
    <p className="mt-2 text-sm text-muted">
      Requested, but not granted:{" "}
      {scopes.map((scope) => (
        <code key={scope} className="mr-2 font-mono text-xs wrap-anywhere">
          {scope}
        </code>
      ))}
    </p>
  ) : null;
