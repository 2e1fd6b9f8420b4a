/** Why events of triggers reach no webhook endpoint, although the project has one. Pure. */
import { shortUrl, type Receiver } from "@/components/events/use-receivers";

const MESSAGE = "composio.trigger.message";

type Endpoint = Pick<Receiver, "webhook_url" | "enabled_events" | "disabled_at" | "paused_at" | "failing_since">;

/** Null if an endpoint gets them, and for a project without endpoints: its programs listen in another way. */
export function findDeliveryProblem(endpoints: readonly Endpoint[]): string | null {
  if (endpoints.length === 0) return null;
  const subscribed = endpoints.filter(({ enabled_events: events }) => events.includes(MESSAGE));
  if (subscribed.length === 0) return "No webhook endpoint is subscribed to events of triggers.";
  const open = subscribed.filter(({ disabled_at: disabled, paused_at: paused }) => !disabled && !paused);
  if (open.length === 0) return "All webhook endpoints for events of triggers are disabled or paused.";
  if (open.some(({ failing_since: failing }) => !failing)) return null;
  return `Deliveries fail: ${open.map(({ webhook_url: url }) => shortUrl(url)).join(", ")}.`;
}
