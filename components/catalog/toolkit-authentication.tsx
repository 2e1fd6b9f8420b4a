/**
 * How people sign in to a toolkit: its schemes, the fields of each scheme, the scopes, and the redirect URI to
 * register.
 */
"use client";
import { LockOpen } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { isUnsupported, needsApp, schemeWords } from "@/components/auth-configs/scheme-words";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { Toolkit } from "./toolkit";

type Scheme = Toolkit["auth_config_details"][number];
type AuthFields = Scheme["fields"]["auth_config_creation"];

const subscribe = () => () => undefined;
/** The redirect URI for providers, as this browser reaches Patchbay; empty on the server, which cannot know it. */
const useRedirectUri = () =>
  useSyncExternalStore(
    subscribe,
    () => `${window.location.origin}/api/v3/toolkits/auth/callback`,
    () => "",
  );

export function ToolkitAuthentication({ toolkit }: { toolkit: Toolkit }) {
  const schemes = toolkit.auth_config_details.filter(({ mode }) => mode !== "NO_AUTH");
  if (schemes.length === 0)
    return (
      <EmptyState
        Icon={LockOpen}
        title="No auth needed"
        action={
          <Button asChild variant="outline">
            <Link href={`/playground?toolkit=${encodeURIComponent(toolkit.slug)}`}>Try a tool</Link>
          </Button>
        }
      >
        The tools of {toolkit.name} are public: agents can call them without an account.
      </EmptyState>
    );
  return (
    <div className="space-y-4">
      {schemes.map((scheme) => (
        <SchemeCard key={scheme.mode} scheme={scheme} toolkit={toolkit} />
      ))}
      {toolkit.auth_guide_url ? (
        <p className="text-sm text-muted">
          See the provider’s{" "}
          <a
            href={toolkit.auth_guide_url}
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-4 hover:text-ink"
          >
            guide
          </a>
          .
        </p>
      ) : null}
    </div>
  );
}

function SchemeCard({ scheme, toolkit }: { scheme: Scheme; toolkit: Toolkit }) {
  const words = schemeWords(scheme.mode);
  const provider = scheme.deprecated_auth_provider_details;
  const redirectUri = useRedirectUri();
  const further = scheme.scopes?.available.filter((scope) => !scheme.scopes?.default.includes(scope)) ?? [];
  const managed = toolkit.composio_managed_auth_schemes.includes(scheme.mode);
  return (
    <section aria-label={scheme.name} className="rounded-lg border p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="flex flex-wrap items-center gap-2 text-base font-medium">
            {scheme.name} <Badge>{words.label}</Badge>
            {managed ? <Badge tone="green">Managed app ready</Badge> : null}
          </h2>
          <p className="mt-1 max-w-2xl text-sm text-muted">{words.text}</p>
        </div>
        {isUnsupported(scheme.mode) ? null : (
          <Button asChild variant="outline">
            <Link
              href={`/auth-configs/new?toolkit=${encodeURIComponent(toolkit.slug)}&method=${scheme.mode}${managed ? ".managed" : ""}`}
            >
              Create auth config
            </Link>
          </Button>
        )}
      </div>
      <DefinitionList
        className="mt-3"
        entries={[
          {
            name: "Redirect URI",
            value: needsApp(scheme.mode) && redirectUri ? <CopyableId id={redirectUri} what="redirect URI" /> : null,
          },
          {
            name: "Authorization",
            value: provider?.authorization_url ? (
              <CopyableId id={provider.authorization_url} what="authorization URL" />
            ) : null,
          },
          {
            name: "Token",
            value: provider?.token_url ? <CopyableId id={provider.token_url} what="token URL" /> : null,
          },
          { name: "You provide", value: <Fields fields={scheme.fields.auth_config_creation} /> },
          { name: "Each user provides", value: <Fields fields={scheme.fields.connected_account_initiation} /> },
          {
            name: "Default scopes",
            value: scheme.scopes && scheme.scopes.default.length > 0 ? <Scopes scopes={scheme.scopes.default} /> : null,
          },
          { name: "Optional scopes", value: further.length > 0 ? <Scopes scopes={further} /> : null },
          {
            name: "Where to find it",
            value: scheme.auth_hint_url ? (
              <a
                href={scheme.auth_hint_url}
                target="_blank"
                rel="noreferrer"
                className="wrap-anywhere underline underline-offset-4"
              >
                {scheme.auth_hint_url}
              </a>
            ) : null,
          },
        ]}
      />
    </section>
  );
}

function Fields({ fields: { required, optional } }: { fields: AuthFields }) {
  const all = [...required, ...optional];
  if (all.length === 0) return <span className="text-muted">Nothing</span>;
  return (
    <ul className="w-full">
      {all.map(({ name, displayName, description, is_secret: secret, required: needed }) => (
        <li key={name} className="flex min-h-7 flex-wrap items-center gap-x-2">
          <span>{displayName}</span>
          <code className="font-mono text-xs text-muted">{name}</code>
          {needed ? null : <span className="text-xs text-muted">optional</span>}
          {secret ? <Badge>Secret</Badge> : null}
          {description ? <span className="text-xs text-muted">{description}</span> : null}
        </li>
      ))}
    </ul>
  );
}

const FIRST_SCOPES = 12;

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const [all, setAll] = useState(false);
  const visibleScopes = all ? scopes : scopes.slice(0, FIRST_SCOPES);
  return (
    <div className="w-full py-1">
      <ul className="flex flex-wrap gap-1.5">
        {visibleScopes.map((scope) => (
          <li key={scope} className="max-w-full rounded-md border px-1.5 py-0.5 font-mono text-xs wrap-anywhere">
            {scope}
          </li>
        ))}
      </ul>
      {scopes.length > FIRST_SCOPES ? (
        <Button variant="ghost" className="mt-1 -ml-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${scopes.length} scopes`}
        </Button>
      ) : null}
    </div>
  );
}
