/** A delivery of an event: its receiver, its state, and each attempt with the request and the response. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { JsonView } from "@/components/parts/display/json-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toDuration } from "@/components/logs/log-fields";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { EventStateBadge } from "./event-state";
import { deliveryState, receiverHref, type Attempt, type DeliveryDetail } from "./event-words";
import { shortUrl, type Receiver } from "./use-receivers";

const KINDS: Record<DeliveryDetail["kind"], string | null> = {
  event: null,
  resend: "Resent",
  replay: "Replay",
  sample: "Test",
};

type DeliveryCardProps = {
  delivery: DeliveryDetail;
  receiver: Receiver | undefined;
  /** Absent if the payload is deleted or the person may not resend it. */
  onResend?: (() => void) | undefined;
};

export function DeliveryCard({ delivery, receiver, onResend }: DeliveryCardProps) {
  const { log, kind, next_at: next, subscription_id: id } = delivery;
  const last = log.at(-1);
  const url = delivery.url ?? last?.url ?? receiver?.webhook_url;
  const state = deliveryState(delivery);
  return (
    <li className="rounded-lg border">
      <div className="flex items-start gap-2 p-3">
        <div className="min-w-0 flex-1">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <EventStateBadge state={state} />
            {KINDS[kind] ? <Badge>{KINDS[kind]}</Badge> : null}
            {receiver?.paused_at && state === "waiting" ? <Badge tone="amber">Endpoint paused</Badge> : null}
          </p>
          <p className="mt-1 min-w-0 text-sm">
            <Link href={receiverHref(id)} className="rounded-sm wrap-anywhere underline-offset-4 hover:underline">
              {url ? shortUrl(url) : id}
            </Link>
          </p>
          <p className="text-xs text-muted">
            {next && state !== "sending" ? (
              <>
                Next attempt <RelativeTime at={next} />
              </>
            ) : state === "filtered" ? (
              "Filtered out by this endpoint"
            ) : (
              countOf(delivery.attempts, "attempt")
            )}
          </p>
        </div>
        {onResend && kind !== "replay" ? (
          <Button variant="outline" aria-label={`Resend to ${url ? shortUrl(url) : id}`} onClick={onResend}>
            <RotateCw aria-hidden /> Resend
          </Button>
        ) : null}
      </div>
      {log.length > 0 ? (
        <ol aria-label="Attempts" className="border-t">
          {log.toReversed().map((attempt, index) => (
            <AttemptRow key={attempt.number} attempt={attempt} first={index === 0 && state !== "delivered"} />
          ))}
        </ol>
      ) : null}
    </li>
  );
}

const toneOf = ({ status }: Attempt): BadgeTone =>
  status === null ? "red" : status < 300 ? "green" : status < 500 ? "amber" : "red";

/** `first` is open from the start: the last failure is the most important attempt. */
function AttemptRow({ attempt, first }: { attempt: Attempt; first: boolean }) {
  const [open, setOpen] = useState(first);
  const { number, status, duration_ms: ms, at: time, error } = attempt;
  return (
    <li className="border-t first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 text-left text-sm hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 shrink-0 text-muted transition-transform duration-120", open && "rotate-90")}
        />
        <span className="text-muted">
          Attempt <span className="tabular-nums">{number}</span>
        </span>
        <Badge tone={toneOf(attempt)}>{status ?? "No response"}</Badge>
        <span className="font-mono text-xs tabular-nums">{toDuration(ms)}</span>
        <span className="ml-auto text-xs text-muted">
          <RelativeTime at={time} />
        </span>
      </button>
      {open ? (
        <div className="space-y-3 px-3 pb-3">
          {error ? <p className="text-sm wrap-anywhere text-danger">{error}</p> : null}
          <JsonView label="Request headers" value={attempt.request_headers} />
          {attempt.response_headers ? <JsonView label="Response headers" value={attempt.response_headers} /> : null}
          {attempt.response_body ? (
            <CodeBlock
              label="Response body"
              code={attempt.response_body}
              className="[&_pre]:whitespace-pre-wrap [&_pre]:wrap-anywhere"
            />
          ) : status === null ? null : (
            <p className="text-xs text-muted">
              {attempt.response_body === null ? "The response isn’t stored." : "No response body."}
            </p>
          )}
        </div>
      ) : null}
    </li>
  );
}
