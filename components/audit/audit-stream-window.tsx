/** Chooses the webhook endpoint of the present project that receives each audit event of the organization. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { shortUrl, useReceivers } from "@/components/events/use-receivers";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { auditApi } from "@/generated/addresses/access/audit";
import { countOf } from "@/lib/contract/count-of";
import { mutation, query, type ResultOf } from "@/lib/contract/client";

type Settings = ResultOf<typeof auditApi.getAuditSettings>;
type Stream = Settings["stream"];

/** Events that are in the chain and were not handed over. */
const countWaiting = ({ stream, chain }: Settings): number =>
  stream && chain ? Math.max(0, chain.last_sequence - stream.last_sequence) : 0;

export function AuditStreamWindow({ onClose }: { onClose: () => void }) {
  const settings = useQuery(query(auditApi.getAuditSettings, {}));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Stream audit events">
        <QueryView query={settings} what="the audit settings" skeleton={<Skeleton className="h-32" />}>
          {(data) => <StreamForm stream={data.stream} waiting={countWaiting(data)} onClose={onClose} />}
        </QueryView>
      </DialogContent>
    </Dialog>
  );
}

type StreamFormProps = { stream: Stream; waiting: number; onClose: () => void };

function StreamForm({ stream, waiting, onClose }: StreamFormProps) {
  const toast = useToast();
  const [endpoint, setEndpoint] = useState(stream?.subscription_id ?? "");
  const refresh = [auditApi.getAuditSettings, auditApi.listAuditEvents];
  const store = useMutation(mutation(auditApi.updateAuditSettings, useQueryClient(), { refresh }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An endpoint of another project can stay, but not be chosen from here.
    if (endpoint === (stream?.subscription_id ?? "")) return onClose();
    const onSuccess = () => {
      toast(endpoint ? "Audit events are streamed" : "Streaming turned off");
      onClose();
    };
    store.mutate({ body: { stream_subscription_id: endpoint || null } }, { onSuccess });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <p className="text-sm text-muted">
        New audit events of the whole organization are sent to one webhook endpoint of this project, within about a
        minute. Everyone who can read this project’s event logs can read them too, so use a project of its own.
      </p>
      <p className="text-sm text-muted">
        A new endpoint continues where the previous one ended, also after streaming was off.
        {waiting > 0
          ? ` ${countOf(waiting, "event")} ${waiting === 1 ? "waits" : "wait"} for this endpoint and won’t be deleted until then.`
          : null}
      </p>
      <EndpointChoice stream={stream} endpoint={endpoint} onChange={setEndpoint} />
      {store.error ? <ErrorState title="Couldn’t save the endpoint" error={store.error} /> : null}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={store.isPending}>
          {store.isPending ? "Saving" : "Save"}
        </Button>
      </div>
    </form>
  );
}

type EndpointChoiceProps = { stream: Stream; endpoint: string; onChange: (endpoint: string) => void };

function EndpointChoice({ stream, endpoint, onChange }: EndpointChoiceProps) {
  const receivers = useReceivers();
  return (
    <QueryView query={receivers} what="the webhook endpoints" skeleton={<Skeleton className="h-14" />}>
      {({ items }) => (
        <label className="block space-y-1.5 text-sm">
          <span className="font-medium">Webhook endpoint</span>
          <Select className="w-full" value={endpoint} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="">None</option>
            {stream && !items.some(({ id }) => id === stream.subscription_id) ? (
              <option value={stream.subscription_id}>{stream.subscription_id} (not in this project)</option>
            ) : null}
            {items.map(({ id, webhook_url: url }) => (
              <option key={id} value={id}>
                {shortUrl(url)}
              </option>
            ))}
          </Select>
        </label>
      )}
    </QueryView>
  );
}
