/** The page of a trigger: its source, its health, its hook, its events, and the reasons for missing events. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ZapOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { AccountLink } from "@/components/connected-accounts/account-link";
import { typeHref } from "@/components/events/event-words";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { CopyButton } from "@/components/parts/display/copy-button";
import { useMay } from "@/components/access/use-session";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList, type Definition } from "@/components/parts/display/definition-list";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { JsonView } from "@/components/parts/display/json-view";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Section } from "@/components/parts/display/section";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { ListenHint } from "@/components/webhooks/listen-hint";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { pollingLine } from "./polling-words";
import { useDiagnosis } from "./use-diagnosis";
import { TriggerHealthBadge } from "./trigger-health";
import { disabledReason, toolkitOf, type TriggerRow } from "./trigger-words";
import { useTypeMap } from "./use-types";

const TriggerActions = dynamic(() => import("./trigger-actions").then(({ TriggerActions }) => TriggerActions));
const PollingWindow = dynamic(() => import("./polling-window").then(({ PollingWindow }) => PollingWindow), {
  ssr: false,
});
const Diagnosis = dynamic(() => import("./diagnosis").then(({ Diagnosis }) => Diagnosis));
const RecentEvents = dynamic(() =>
  import("@/components/events/recent-events").then(({ RecentEvents }) => RecentEvents),
);
const RefusedRequests = dynamic(() =>
  import("@/components/webhooks/refused-requests").then(({ RefusedRequests }) => RefusedRequests),
);

const EVERY_MS = 5_000;

export function TriggerDetail({ id }: { id: string }) {
  const triggers = useQuery({
    ...query(triggersApi.listTriggers, { query: { trigger_ids: id, show_disabled: true, limit: 1 } }),
    refetchInterval: EVERY_MS,
  });
  return (
    <QueryView
      query={triggers}
      what="this trigger"
      skeleton={<Shape />}
      isEmpty={({ items }) => items.length === 0}
      empty={<MissingTrigger />}
    >
      {({ items: [trigger] }) => (trigger ? <Loaded trigger={trigger} /> : null)}
    </QueryView>
  );
}

const Shape = () => (
  <div className="space-y-6">
    <Skeleton className="h-6 w-64" />
    <Skeleton className="h-4 w-96 max-w-full" />
    <div className="grid gap-8 lg:grid-cols-2">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  </div>
);

const MissingTrigger = () => (
  <EmptyState
    Icon={ZapOff}
    title="Trigger not found"
    action={
      <Button asChild variant="outline">
        <Link href="/triggers">All triggers</Link>
      </Button>
    }
  >
    It was deleted, possibly with its account. Its events stay in the event logs.
  </EmptyState>
);

function Loaded({ trigger }: { trigger: TriggerRow }) {
  const types = useTypeMap();
  const type = types.get(trigger.trigger_name);
  const name = type?.name ?? trigger.trigger_name;
  useCrumbName(name);
  const toolkit = toolkitOf(trigger, types);
  const may = useMay("triggers:write");
  const worst = useDiagnosis(trigger.id).data?.state;
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 flex-wrap items-center gap-3">
            <ToolkitLogo slug={toolkit} className="size-7" />
            <span className="min-w-0 break-words">{name}</span>
            <TriggerHealthBadge trigger={trigger} worst={worst} />
          </span>
        }
        description={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            {type?.toolkit.name ?? <ToolkitName slug={toolkit} />} ·{" "}
            <Link
              href={`/users/${encodeURIComponent(trigger.user_id)}`}
              className="max-w-64 truncate rounded-sm underline underline-offset-4 hover:text-ink"
            >
              {trigger.user_id}
            </Link>{" "}
            <CopyableId id={trigger.id} what="trigger ID" />
          </span>
        }
      >
        <TriggerActions trigger={trigger} name={name} />
      </PageHeader>
      <Standing trigger={trigger} />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <div className="min-w-0 space-y-8">
          <Section title="Details">
            <DefinitionList
              entries={toFacts(trigger, type?.types ?? (trigger.state.webhook_url ? ["webhook"] : ["poll"]), may)}
            />
          </Section>
          {Object.keys(trigger.trigger_config).length > 0 ? (
            <JsonView label="Config" value={trigger.trigger_config} />
          ) : null}
        </div>
        <Diagnosis id={trigger.id} />
      </div>
      <RecentEvents
        title="Recent events"
        filter={{ trigger_id: trigger.id }}
        href={`/logs/triggers?trigger=${encodeURIComponent(trigger.id)}`}
        empty="No events yet. Send a sample to test your endpoints."
      />
      <div className="mt-8">
        <ListenHint />
      </div>
      {trigger.state.webhook_url ? (
        <div className="mt-8">
          <Section title="Rejected requests">
            <RefusedRequests triggerId={trigger.id} />
          </Section>
        </div>
      ) : null}
    </>
  );
}

const time = (timestamp: string | null): ReactNode =>
  timestamp ? <RelativeTime at={timestamp} /> : <span className="text-muted">Never</span>;
const link = (href: string, text: string): ReactNode => (
  <Link href={href} className="min-w-0 rounded-sm font-mono text-xs wrap-anywhere underline underline-offset-4">
    {text}
  </Link>
);

type PollingProps = { trigger: TriggerRow; ways: readonly string[]; may: boolean };

function PollingFact({ trigger, ways, may }: PollingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {pollingLine(trigger, ways)}
      {may ? (
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Change polling
        </Button>
      ) : null}
      {isOpen ? <PollingWindow trigger={trigger} ways={ways} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}

const HIDDEN_ADDRESS =
  "Only shown to members who can edit triggers: anyone with this URL can send events as the provider.";

/** Hooks have no next poll, and most polls no URL. */
function toFacts(trigger: TriggerRow, ways: readonly string[], may: boolean): Definition[] {
  const polls = ways.includes("poll");
  const { state, trigger_name: slug, connected_account_id: account } = trigger;
  return [
    { name: "Type", value: link(typeHref(slug), slug) },
    { name: "Account", value: <AccountLink id={account} /> },
    { name: "Version", value: <code className="font-mono text-xs">{trigger.version}</code> },
    ...(trigger.egress_url
      ? [{ name: "Delivery URL", value: <code className="font-mono text-xs wrap-anywhere">{trigger.egress_url}</code> }]
      : []),
    { name: "Total events", value: <span className="tabular-nums">{state.events_count.toLocaleString("en")}</span> },
    { name: "Last event", value: time(state.last_event_at) },
    ...(polls
      ? [
          { name: "Polling", value: <PollingFact trigger={trigger} ways={ways} may={may} /> },
          { name: "Last poll", value: time(state.last_synced_at) },
          { name: "Next poll", value: state.next_sync_at ? <RelativeTime at={state.next_sync_at} /> : null },
        ]
      : []),
    ...(state.webhook_url
      ? [
          ...(may ? [] : [{ name: "Full URL", value: HIDDEN_ADDRESS }]),
          {
            name: "Hook",
            value: state.hook_id ? (
              <CopyableId id={state.hook_id} what="hook id" />
            ) : (
              (polls && "Not created yet") || "Manual setup"
            ),
          },
          {
            name: "URL",
            value: (
              <span className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 font-mono text-xs wrap-anywhere">{state.webhook_url}</code>
                {may ? <CopyButton text={state.webhook_url ?? ""} what="URL" /> : null}
              </span>
            ),
          },
        ]
      : []),
    { name: "Created", value: <RelativeTime at={trigger.deprecated.createdAt} /> },
    { name: "Updated", value: <RelativeTime at={trigger.updated_at} /> },
  ];
}

function Standing({
  trigger: { state, disabled_at: disabled, connected_account_id: account },
}: {
  trigger: TriggerRow;
}) {
  const ofAccount =
    state.disabled_reason === "connection_expired" || state.disabled_reason === "subscription_auth_failure";
  return (
    <div className="mb-6 space-y-2 empty:hidden">
      {disabled ? (
        <Alert tone={state.disabled_reason ? "warning" : "info"} title="This trigger is disabled">
          {disabledReason(state.disabled_reason)} Since <RelativeTime at={disabled} /> no events are received.{" "}
          {ofAccount ? (
            <Link
              href={`/connected-accounts/${encodeURIComponent(account)}`}
              className="rounded-sm underline underline-offset-4"
            >
              View account
            </Link>
          ) : null}
        </Alert>
      ) : null}
      {!disabled && state.overdue ? (
        <Alert tone="warning" title="The next poll is late">
          It’s three intervals overdue and restarts automatically. The checks below may show why.
        </Alert>
      ) : null}
      {state.last_error ? (
        <Alert tone="error" title="Last error">
          <span className="wrap-anywhere">{state.last_error}</span>
        </Alert>
      ) : null}
    </div>
  );
}
