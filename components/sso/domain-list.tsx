/** The email domains of the organization: added, proven by a TXT record, led to a provider, and deleted. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { ErrorState } from "@/components/parts/display/error-state";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { ssoApi } from "@/generated/addresses/access/sso";
import { mutation, type ResultOf } from "@/lib/contract/client";
import type { Provider } from "./provider";

const DomainWindow = dynamic(() => import("./domain-window").then(({ DomainWindow }) => DomainWindow), { ssr: false });
const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Domain = ResultOf<typeof ssoApi.getSso>["domains"][number];
type DomainListProps = { domains: readonly Domain[]; providers: readonly Provider[]; mayChange: boolean };

const REFRESH = { refresh: [ssoApi.getSso] };

export function DomainList({ domains, providers, mayChange }: DomainListProps) {
  const [isAdding, setAdding] = useState(false);
  const [doomed, setDoomed] = useState<Domain | null>(null);
  return (
    <div className="space-y-4">
      {domains.length === 0 ? (
        <p className="text-sm text-muted">
          No domains yet. The sign-in page sends people with an email of a proven domain to its provider.
        </p>
      ) : (
        <ul aria-label="Email domains" className="divide-y rounded-lg border">
          {domains.map((domain) => (
            <Row
              key={domain.id}
              domain={domain}
              providers={providers}
              mayChange={mayChange}
              onDelete={() => setDoomed(domain)}
            />
          ))}
        </ul>
      )}
      {mayChange ? (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          Add domain
        </Button>
      ) : null}
      {isAdding ? <DomainWindow provider={providers[0] ?? null} onClose={() => setAdding(false)} /> : null}
      {doomed ? <DeleteDialog domain={doomed} onClose={() => setDoomed(null)} /> : null}
    </div>
  );
}

type RowProps = { domain: Domain; providers: readonly Provider[]; mayChange: boolean; onDelete: () => void };

function Row({ domain: row, providers, mayChange, onDelete }: RowProps) {
  const { id, domain, provider_id: providerId } = row;
  const client = useQueryClient();
  const update = useMutation(mutation(ssoApi.updateSsoDomain, client, REFRESH));
  return (
    <li className="space-y-3 p-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 font-medium wrap-anywhere">{domain}</p>
        <State domain={row} />
      </div>
      {row.proven_at && !row.record_gone_since ? null : <Proof domain={row} mayChange={mayChange} />}
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={`Provider of ${domain}`}
          className="w-auto"
          disabled={!mayChange || update.isPending}
          value={providerId ?? ""}
          onChange={(event) =>
            update.mutate({ params: { id }, body: { provider_id: event.currentTarget.value || null } })
          }
        >
          <option value="">No provider</option>
          {providers.map((provider) => (
            <option key={provider.id} value={provider.id}>
              {provider.name}
            </option>
          ))}
        </Select>
        {mayChange ? (
          <Button
            variant="outline"
            className="text-danger"
            aria-label={`Delete ${domain}`}
            aria-haspopup="dialog"
            onClick={onDelete}
          >
            Delete
          </Button>
        ) : null}
      </div>
      {update.error ? <ErrorState title="Couldn’t change the provider" error={update.error} /> : null}
    </li>
  );
}

function State({ domain: { proven_at: provenAt, record_gone_since: goneSince } }: Pick<RowProps, "domain">) {
  if (goneSince) return <Badge tone="amber">Record gone</Badge>;
  return <Badge tone={provenAt ? "green" : "amber"}>{provenAt ? "Proven" : "Not proven"}</Badge>;
}

function Proof({
  domain: { id, domain, record_name: name, record_value: value, record_gone_since: goneSince },
  mayChange,
}: Omit<RowProps, "providers" | "onDelete">) {
  const toast = useToast();
  const prove = useMutation(mutation(ssoApi.proveSsoDomain, useQueryClient(), REFRESH));
  return (
    <div className="space-y-2">
      {goneSince ? (
        <p>
          The record is gone: it was first missing <RelativeTime at={goneSince} />. Sign-ins still work, but another
          organization can prove the domain.
        </p>
      ) : null}
      <p className="text-muted">Add this TXT record to the DNS of {domain}, then check it:</p>
      <dl className="space-y-1">
        <div>
          <dt className="text-xs text-muted">Name</dt>
          <dd>
            <CopyableId id={name} what="record name" />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-muted">Value</dt>
          <dd>
            <CopyableId id={value} what="record value" />
          </dd>
        </div>
      </dl>
      {mayChange ? (
        <Button
          variant="outline"
          aria-label={`Check the record of ${domain}`}
          disabled={prove.isPending}
          onClick={() => prove.mutate({ params: { id } }, { onSuccess: () => toast(`${domain} is proven`) })}
        >
          {prove.isPending ? "Checking" : "Check record"}
        </Button>
      ) : null}
      {prove.error ? <ErrorState title="Not proven yet" error={prove.error} /> : null}
    </div>
  );
}

function DeleteDialog({ domain: { id, domain }, onClose }: { domain: Domain; onClose: () => void }) {
  const remove = useMutation(mutation(ssoApi.deleteSsoDomain, useQueryClient(), REFRESH));
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${domain}?`}
      consequence="Its emails no longer lead to a provider, and no one new can join with them. Current members stay."
      action="Delete domain"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: onClose })}
    />
  );
}
