/** The columns of a list of triggers, and the link that opens one. */
"use client";
import { triggerHref } from "@/components/events/event-words";
import type { Column } from "@/components/parts/lists/data-table";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Link } from "@/components/ui/link";
import type { DeliveryProblem } from "./delivery-problem";
import { TriggerHealthBadge } from "./trigger-health";
import { configLine, disabledReason, toolkitOf, type ShortType, type TriggerRow } from "./trigger-words";

type Types = ReadonlyMap<string, ShortType>;

function TriggerLink({ trigger, types }: { trigger: TriggerRow; types: Types }) {
  const line = configLine(trigger.trigger_config);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ToolkitLogo slug={toolkitOf(trigger, types)} className="size-7" />
      <span className="min-w-0 flex-1">
        <Link
          href={triggerHref(trigger.id)}
          title={trigger.trigger_name}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {types.get(trigger.trigger_name)?.name ?? trigger.trigger_name}
        </Link>
        <span className="block truncate text-xs text-muted" title={line || undefined}>
          {line || trigger.trigger_name}
        </span>
      </span>
    </span>
  );
}

/** The last error, or why it is off: what to do about it is on its page. */
function why({ disabled_at: disabled, state }: TriggerRow): string | null {
  return disabled ? disabledReason(state.disabled_reason) : state.last_error;
}

/** `deliveryProblem`: why the events of no trigger reach the app. */
export const toTriggerColumns = (
  types: Types,
  deliveryProblem: DeliveryProblem | null = null,
): readonly Column<TriggerRow>[] => [
  {
    heading: "Trigger",
    cell: (trigger) => <TriggerLink trigger={trigger} types={types} />,
    className: "w-full max-w-0 min-w-36 @[58rem]:w-2/5",
  },
  {
    heading: "User",
    wide: "lg",
    cell: ({ user_id: user }) => (
      <code className="block max-w-36 truncate font-mono text-xs" title={user}>
        {user}
      </code>
    ),
  },
  {
    heading: "Health",
    cell: (trigger) => (
      <span title={why(trigger) ?? deliveryProblem?.text}>
        <TriggerHealthBadge trigger={trigger} worst={deliveryProblem?.state} />
      </span>
    ),
  },
  {
    heading: "Events",
    wide: "md",
    className: "text-right",
    cell: ({ state }) => (
      <span className="font-mono text-xs tabular-nums">{state.events_count.toLocaleString("en")}</span>
    ),
  },
  {
    heading: "Last event",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ state }) => (state.last_event_at ? <RelativeTime at={state.last_event_at} /> : "Never"),
  },
  {
    heading: "Next poll",
    wide: "lg",
    className: "text-right text-muted",
    cell: ({ state }) => (state.next_sync_at ? <RelativeTime at={state.next_sync_at} /> : "–"),
  },
];
