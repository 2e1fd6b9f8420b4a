/** The page of a receiver: its health, its filters, its secret, its deliveries, and how an app verifies them. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMay } from "@/components/access/use-session";
import { isTestReceiver, shortUrl, type Receiver } from "@/components/events/use-receivers";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Section } from "@/components/parts/display/section";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { ListenHint } from "./listen-hint";
import { OPERATORS } from "./receiver-draft";
import { ReceiverStateBadge } from "./receiver-state";

const ReceiverActions = dynamic(() => import("./receiver-actions").then(({ ReceiverActions }) => ReceiverActions));
const Inbox = dynamic(() => import("./inbox").then(({ Inbox }) => Inbox));
const ReceiverSecret = dynamic(() => import("./receiver-secret").then(({ ReceiverSecret }) => ReceiverSecret));
const VerifyPart = dynamic(() => import("./verify-part").then(({ VerifyPart }) => VerifyPart));
const RecentEvents = dynamic(() =>
  import("@/components/events/recent-events").then(({ RecentEvents }) => RecentEvents),
);
const ResendMany = dynamic(() => import("@/components/events/resend-many").then(({ ResendMany }) => ResendMany), {
  ssr: false,
});

const EVERY_MS = 10_000;

export function ReceiverDetail({ id }: { id: string }) {
  const receiver = useQuery({
    ...query(webhooksApi.getWebhookSubscription, { params: { id } }),
    refetchInterval: EVERY_MS,
  });
  return (
    <QueryView query={receiver} what="this webhook endpoint" skeleton={<Shape />}>
      {(receiverRow) => <Loaded receiver={receiverRow} />}
    </QueryView>
  );
}

const Shape = () => (
  <div className="space-y-6">
    <Skeleton className="h-6 w-80 max-w-full" />
    <Skeleton className="h-40" />
    <Skeleton className="h-64" />
  </div>
);

function Loaded({ receiver }: { receiver: Receiver }) {
  const may = useMay("webhooks:write");
  useCrumbName(shortUrl(receiver.webhook_url));
  const filter = { sent_to: receiver.id };
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 flex-wrap items-center gap-3">
            <span className="min-w-0 wrap-anywhere">{shortUrl(receiver.webhook_url)}</span>
            <ReceiverStateBadge receiver={receiver} />
          </span>
        }
        description={<CopyableId id={receiver.id} what="endpoint ID" />}
      >
        {may ? <ReceiverActions receiver={receiver} /> : null}
      </PageHeader>
      <Standing receiver={receiver} />
      {isTestReceiver(receiver) ? <Inbox id={receiver.id} may={may} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <Section title="Details">
          <Facts receiver={receiver} />
        </Section>
        <Section title="Signing secret">
          <ReceiverSecret receiver={receiver} may={may} />
        </Section>
      </div>
      <RecentEvents
        title="Recent events"
        filter={filter}
        href={`/logs/triggers?receiver=${encodeURIComponent(receiver.id)}`}
        empty="Nothing sent to it yet."
      >
        {may && !receiver.disabled_at ? (
          <ResendMany filter={{ ...filter, state: "dead" as const }} label="Retry failed" />
        ) : null}
      </RecentEvents>
      <div className="mt-8 space-y-8">
        {isTestReceiver(receiver) ? <ListenHint inTestReceiver /> : null}
        <Section title="Verify signatures">
          <VerifyPart />
        </Section>
      </div>
    </>
  );
}

function Standing({ receiver }: { receiver: Receiver }) {
  const { disabled_at: disabled, disabled_reason: reason, paused_at: paused, failing_since: failing } = receiver;
  return (
    <div className="mb-6 space-y-2 empty:hidden">
      {disabled ? (
        <Alert tone="error" title="This endpoint is disabled">
          {reason ?? "It failed for days."} Nothing has been sent since <RelativeTime at={disabled} />. Enable it once
          it works again, and resend what it missed from the event logs.
        </Alert>
      ) : null}
      {paused ? (
        <Alert tone="info" title="This endpoint is paused">
          Since <RelativeTime at={paused} /> its events are queued. They’ll be sent in order once it resumes.
        </Alert>
      ) : null}
      {failing && !disabled ? (
        <Alert tone="warning" title="Deliveries fail">
          Since <RelativeTime at={failing} />. It is disabled after several days of failures.
        </Alert>
      ) : null}
    </div>
  );
}

function Facts({ receiver }: { receiver: Receiver }) {
  return (
    <DefinitionList
      entries={[
        {
          name: "URL",
          value: isTestReceiver(receiver) ? (
            "This server (no outgoing requests)"
          ) : (
            <CopyableId id={receiver.webhook_url} what="URL" />
          ),
        },
        { name: "Version", value: <Badge>{receiver.version}</Badge> },
        {
          name: "Events",
          value: (
            <ul className="py-1">
              {receiver.enabled_events.map((kind) => (
                <li key={kind} className="font-mono text-xs leading-5 wrap-anywhere">
                  {kind}
                </li>
              ))}
            </ul>
          ),
        },
        {
          name: "Filters",
          value:
            receiver.filters.length === 0 ? (
              <span className="text-muted">None (receives all of these events)</span>
            ) : (
              <ul className="py-1">
                {receiver.filters.map(({ path, operator, value }, index) => (
                  <li key={index} className="text-xs leading-5 wrap-anywhere">
                    <code className="font-mono">{path}</code> <span className="text-muted">{OPERATORS[operator]}</span>{" "}
                    {value === undefined ? null : <code className="font-mono">{JSON.stringify(value)}</code>}
                  </li>
                ))}
              </ul>
            ),
        },
        { name: "Created", value: <RelativeTime at={receiver.created_at} /> },
        { name: "Updated", value: <RelativeTime at={receiver.updated_at} /> },
      ]}
    />
  );
}
