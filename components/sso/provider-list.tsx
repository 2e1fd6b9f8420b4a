/** The OpenID providers of the organization: added, tested, changed and deleted. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ssoApi } from "@/generated/addresses/access/sso";
import { mutation } from "@/lib/contract/client";
import { countOf } from "@/lib/contract/count-of";
import { ROLE_WORDS } from "@/components/members/role-words";
import type { Provider } from "./provider";
import { SigningKeys } from "./signing-keys";

const ProviderWindow = dynamic(() => import("./provider-window").then(({ ProviderWindow }) => ProviderWindow), {
  ssr: false,
});
const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export function ProviderList({ providers, mayChange }: { providers: readonly Provider[]; mayChange: boolean }) {
  const [subject, setSubject] = useState<Provider | "new" | null>(null);
  const [doomed, setDoomed] = useState<Provider | null>(null);
  return (
    <div className="space-y-4">
      {providers.length === 0 ? (
        <p className="text-sm text-muted">
          No providers yet. Members sign in with a password, a passkey, or the operator’s single sign-on.
        </p>
      ) : (
        <ul aria-label="Providers" className="divide-y rounded-lg border">
          {providers.map((provider) => (
            <Row
              key={provider.id}
              provider={provider}
              mayChange={mayChange}
              onEdit={() => setSubject(provider)}
              onDelete={() => setDoomed(provider)}
            />
          ))}
        </ul>
      )}
      {mayChange ? (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setSubject("new")}>
          Add provider
        </Button>
      ) : null}
      {subject ? (
        <ProviderWindow provider={subject === "new" ? null : subject} onClose={() => setSubject(null)} />
      ) : null}
      {doomed ? <DeleteDialog provider={doomed} onClose={() => setDoomed(null)} /> : null}
    </div>
  );
}

function inWords({ creates_members: createsMembers, default_role: role, group_roles: groups }: Provider): string {
  if (!createsMembers) return "Existing members only.";
  const byGroups = groups.length > 0 ? `, or the role of their group (${countOf(groups.length, "group")})` : "";
  return `New people join as ${ROLE_WORDS[role].name.toLowerCase()}${byGroups}.`;
}

type RowProps = { provider: Provider; mayChange: boolean; onEdit: () => void; onDelete: () => void };

function Row({ provider, mayChange, onEdit, onDelete }: RowProps) {
  const toast = useToast();
  const { id, name, enabled } = provider;
  const test = useMutation(mutation(ssoApi.testSsoProvider, useQueryClient()));
  const runTest = () =>
    test.mutate({ params: { id } }, { onSuccess: ({ keys }) => toast(`It answers, with ${countOf(keys, "key")}`) });
  return (
    <li className="space-y-3 p-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {enabled ? null : <Badge>Off</Badge>}
      </div>
      <p className="text-muted wrap-anywhere">{provider.issuer}</p>
      <p className="text-muted">{inWords(provider)}</p>
      <div>
        <p className="text-xs text-muted">Redirect URI to enter at the provider:</p>
        <CopyableId id={provider.redirect_uri} what="redirect URI" />
      </div>
      <SigningKeys provider={provider} mayChange={mayChange} />
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" aria-label={`Test ${name}`} disabled={test.isPending} onClick={runTest}>
            {test.isPending ? "Testing" : "Test"}
          </Button>
          <Button variant="outline" aria-label={`Edit ${name}`} aria-haspopup="dialog" onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="outline"
            className="text-danger"
            aria-label={`Delete ${name}`}
            aria-haspopup="dialog"
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      ) : null}
      {test.error ? <ErrorState title="The test failed" error={test.error} /> : null}
    </li>
  );
}

function DeleteDialog({ provider: { id, name }, onClose }: { provider: Provider; onClose: () => void }) {
  const remove = useMutation(mutation(ssoApi.deleteSsoProvider, useQueryClient(), { refresh: [ssoApi.getSso] }));
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${name}?`}
      consequence={
        "Everyone who signed in with it is signed out now. They stay members, but those without a password or passkey " +
        "can’t sign in until another provider is set up."
      }
      action="Delete provider"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: onClose })}
    />
  );
}
