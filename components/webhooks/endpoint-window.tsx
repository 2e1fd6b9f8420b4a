/** The endpoint of an app: the URL to enter at the provider, and the fields to copy from the provider. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState, type FormEvent } from "react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { ToolkitName, useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useMay } from "@/components/access/use-session";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Endpoint = ResultOf<typeof triggersApi.getWebhookEndpoint>;
type Fields = ResultOf<typeof triggersApi.getWebhookEndpointSchema>["setup_fields"];

export function EndpointWindow({ id, onClose }: { id: string; onClose: () => void }) {
  const endpoint = useQuery(query(triggersApi.getWebhookEndpoint, { params: { nano_id: id } }));
  const nameOf = useToolkitNames();
  const toolkit = endpoint.data?.toolkit_slug;
  const schema = useQuery({
    ...query(triggersApi.getWebhookEndpointSchema, { query: { toolkit_slug: toolkit ?? "" } }),
    enabled: toolkit !== undefined,
  });
  return (
    <Sheet onClose={onClose} side="right" title={toolkit ? `Endpoint of ${nameOf(toolkit)}` : "Endpoint"}>
      <div className="flex-1 overflow-y-auto p-5">
        <QueryView query={endpoint} what="this endpoint" skeleton={<Skeleton className="h-40" />}>
          {(loadedEndpoint) => (
            <div className="space-y-6">
              <Address url={loadedEndpoint.webhook_url} toolkit={loadedEndpoint.toolkit_slug} />
              <QueryView query={schema} what="its fields" skeleton={<Skeleton className="h-24" />}>
                {({ setup_fields: fields }) => <FieldsForm endpoint={loadedEndpoint} fields={fields} />}
              </QueryView>
              <Delete endpoint={loadedEndpoint} onGone={onClose} />
            </div>
          )}
        </QueryView>
      </div>
    </Sheet>
  );
}

const Address = ({ url, toolkit }: { url: string; toolkit: string }) => (
  <div className="space-y-2">
    <p className="text-sm">
      Enter this URL where <ToolkitName slug={toolkit} /> asks for a webhook URL:
    </p>
    <code className="block rounded-lg border bg-surface p-3 font-mono text-xs wrap-anywhere select-all">{url}</code>
    <CopyButton text={url} what="URL" label="Copy URL" />
  </div>
);

/** Empty fields keep their stored values; secrets are returned masked. */
function FieldsForm({ endpoint, fields }: { endpoint: Endpoint; fields: Fields }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const toast = useToast();
  const may = useMay("webhooks:write");
  const save = useMutation(
    mutation(triggersApi.updateWebhookEndpoint, useQueryClient(), {
      refresh: [triggersApi.getWebhookEndpoint],
    }),
  );
  const filledValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { params: { nano_id: endpoint.id }, body: { data: filledValues } },
      {
        onSuccess: () => {
          toast("Endpoint saved");
          setValues({});
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {Object.entries(fields).map(([name, field]) => (
        <Field key={name} label={field.display_name} help={field.description} optional={!field.is_required}>
          {(wiring) => (
            <Input
              {...wiring}
              type={field.is_secret ? "password" : "text"}
              autoComplete="off"
              disabled={!may}
              placeholder={endpoint.data?.[name] ?? "Not set"}
              value={values[name] ?? ""}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setValues((before) => ({ ...before, [name]: value }));
              }}
            />
          )}
        </Field>
      ))}
      {save.error ? <ErrorState title="Couldn’t save the fields" error={save.error} /> : null}
      {may ? (
        <SaveButton pending={save.isPending} dirty={Object.keys(filledValues).length > 0} saving="Saving">
          Save fields
        </SaveButton>
      ) : null}
    </form>
  );
}

function Delete({ endpoint, onGone }: { endpoint: Endpoint; onGone: () => void }) {
  const [isConfirming, setAsking] = useState(false);
  const nameOf = useToolkitNames();
  const remove = useMutation(
    mutation(triggersApi.deleteWebhookEndpoint, useQueryClient(), {
      refresh: [triggersApi.listWebhookEndpoints, triggersApi.listTriggers],
    }),
  );
  if (!useMay("webhooks:write")) return null;
  return (
    <div className="border-t pt-5">
      <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete endpoint
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={`Delete the endpoint of ${nameOf(endpoint.toolkit_slug)}?`}
          consequence="Its triggers will be deleted and its URL will stop working. This cannot be undone."
          action="Delete endpoint"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params: { nano_id: endpoint.id } }, { onSuccess: onGone })}
        />
      ) : null}
    </div>
  );
}
