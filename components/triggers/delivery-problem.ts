/** Why events of triggers reach no webhook endpoint, although the project has one for them. Pure. */
import { shortUrl, type Receiver } from "@/components/events/use-receivers";

const MESSAGE = "composio.trigger.message";

type Endpoint = Pick<Receiver, "webhook_url" | "enabled_events" | "disabled_at" | "paused_at" | "failing_since">;

export type DeliveryProblem = { state: "warning" | "problem"; title: string; text: string };

/** Null if an endpoint gets them, and without an endpoint for them: the project's programs listen in another way. */
export function findDeliveryProblem(endpoints: readonly Endpoint[]): DeliveryProblem | null {
  const subscribed = endpoints.filter(({ enabled_events: events }) => events.includes(MESSAGE));
  if (subscribed.length === 0) return null;
  const open = subscribed.filter(({ disabled_at: disabled, paused_at: paused }) => !disabled && !paused);
  if (open.length === 0)
    return {
      state: "warning",
      title: "No webhook endpoint receives events of triggers",
      text: "All webhook endpoints for them are disabled or paused.",
    };
  if (open.some(({ failing_since: failing }) => !failing)) return null;
  return {
    state: "problem",
    title: "Events don’t reach your app",
    text: `Deliveries fail: ${open.map(({ webhook_url: url }) => shortUrl(url)).join(", ")}.`,
  };
}
