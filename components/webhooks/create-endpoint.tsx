/** Makes the endpoint of an app. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { connectedFirst, useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { mutation, query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { triggerPagesApi } from "@/generated/addresses/triggers/pages";

type CreateEndpointProps = { toolkit?: string; onClose: () => void; onMade: (id: string) => void };

export function CreateEndpoint({ toolkit: initialToolkit = "", onClose, onMade }: CreateEndpointProps) {
  const types = useQuery({ ...query(triggerPagesApi.listShortTriggerTypes, {}), staleTime: 60_000 });
  const connected = useConnectedToolkits();
  const [toolkit, setToolkit] = useState(initialToolkit);
  const [client, setClient] = useState("");
  const create = useMutation(
    mutation(triggersApi.createWebhookEndpoint, useQueryClient(), { refresh: [triggersApi.listWebhookEndpoints] }),
  );
  const taking = new Map(
    (types.data?.items ?? []).flatMap((type) =>
      type.takes_webhook_endpoint ? [[type.toolkit.slug, type.toolkit.name] as const] : [],
    ),
  );
  const { mayGo, error } = useTried({
    toolkit: required(toolkit, "Choose a toolkit."),
    client: required(client, "Enter your app’s client ID."),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event)) return;
    create.mutate({ body: { toolkit_slug: toolkit, client_id: client.trim() } }, { onSuccess: ({ id }) => onMade(id) });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Create endpoint" description="One for each app you registered at a provider.">
        <form noValidate onSubmit={submit} className="space-y-4">
          <Field label="Toolkit" error={error("toolkit")}>
            {(wiring) => (
              <Select {...wiring} value={toolkit} onChange={(event) => setToolkit(event.currentTarget.value)}>
                <option value="">Choose one</option>
                {connectedFirst([...taking], ([slug]) => connected?.has(slug) ?? false).map(([slug, name]) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Client ID"
            help="Your app’s client ID at the provider, as in its auth config."
            error={error("client")}
          >
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                spellCheck={false}
                value={client}
                onChange={(event) => setClient(event.currentTarget.value)}
              />
            )}
          </Field>
          {create.error ? <ErrorState title="Couldn’t create the endpoint" error={create.error} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={create.isPending}>
              {create.isPending ? "Creating endpoint" : "Create endpoint"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
