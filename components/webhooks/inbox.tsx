/** The inbox of the test receiver: each request with its headers, its body and whether its signature fits. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { eventHref, shortKind } from "@/components/events/event-words";
import { useResend } from "@/components/events/send-again";
import { CodeBlock } from "@/components/parts/display/code-block";
import { JsonView } from "@/components/parts/display/json-view";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";

const EVERY_MS = 2_000;

type TestRequest = ResultOf<typeof webhooksApi.listTestRequests>["items"][number];

export function Inbox({ id, may }: { id: string; may: boolean }) {
  const requests = useQuery({
    ...query(webhooksApi.listTestRequests, { params: { id } }),
    refetchInterval: EVERY_MS,
  });
  const count = requests.data?.items.length ?? 0;
  return (
    <section aria-labelledby="inbox" className="mb-8 min-w-0">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-3">
        <h2 id="inbox" className="mr-auto text-base font-semibold">
          Inbox
        </h2>
        {may && count > 0 ? <Clear id={id} /> : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={requests}
          what="the inbox"
          skeleton={<Skeleton className="m-3 h-24" />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <p className="p-4 text-sm text-muted">
              No requests yet. Send a test, or trigger an event. The latest 50 requests of the last 7 days appear here.
            </p>
          }
        >
          {({ items }) => (
            <ul>
              {items.map((request) => (
                <RequestRow key={request.id} request={request} receiver={id} may={may} />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </section>
  );
}

function Clear({ id }: { id: string }) {
  const toast = useToast();
  const clear = useMutation(
    mutation(webhooksApi.clearTestRequests, useQueryClient(), { refresh: [webhooksApi.listTestRequests] }),
  );
  const onError = (error: Error) => toast(error.message, { tone: "error" });
  return (
    <Button variant="outline" disabled={clear.isPending} onClick={() => clear.mutate({ params: { id } }, { onError })}>
      Clear the inbox
    </Button>
  );
}

/** The body as JSON; undefined for one that was cut. */
function readBody(body: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The trigger type, or the kind of the event, as the versions of messages name them. */
function toName(message: Record<string, unknown> | undefined): string {
  const metadata = (message?.metadata ?? {}) as Record<string, unknown>;
  return text(metadata.trigger_slug) ?? text(message?.trigger_name) ?? shortKind(text(message?.type) ?? "Event");
}

type RequestRowProps = { request: TestRequest; receiver: string; may: boolean };

function RequestRow({ request, receiver, may }: RequestRowProps) {
  const [open, setOpen] = useState(false);
  const message = readBody(request.body);
  return (
    <li className="border-t first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-left text-sm hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 shrink-0 text-muted transition-transform duration-120", open && "rotate-90")}
        />
        <span className="min-w-0 font-mono text-xs wrap-anywhere">{toName(message)}</span>
        <Badge tone={request.verified ? "green" : "red"}>
          {request.verified ? "Signature valid" : "Signature invalid"}
        </Badge>
        <span className="ml-auto text-xs text-muted">
          <RelativeTime at={request.at} />
        </span>
      </button>
      {open ? <Contents request={request} message={message} receiver={receiver} may={may} /> : null}
    </li>
  );
}

function Contents({ request, message, receiver, may }: RequestRowProps & { message: unknown }) {
  const { resend, pending } = useResend(request.event_id);
  return (
    <div className="space-y-3 p-3">
      <div className="flex flex-wrap items-center gap-3">
        {may ? (
          <Button variant="outline" disabled={pending} onClick={() => resend(receiver)}>
            <RotateCw aria-hidden /> Resend
          </Button>
        ) : null}
        <Link
          href={eventHref(request.event_id)}
          className="rounded-sm text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          View in event logs
        </Link>
      </div>
      <JsonView label="Headers" value={request.headers} />
      {message === undefined ? (
        <CodeBlock
          label={`The first 64 KB of ${request.bytes.toLocaleString("en")} bytes`}
          code={request.body}
          className="[&_pre]:whitespace-pre-wrap [&_pre]:wrap-anywhere"
        />
      ) : (
        <JsonView label="Body" value={message} />
      )}
    </div>
  );
}
