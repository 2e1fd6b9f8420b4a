/** The URL of a trigger alone: its events are sent there in place of the URL of each webhook subscription. */
import type { Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { redirectDeliveries } from "@/lib/webhooks/events/redirect-deliveries";
import type { Trigger } from "./require-trigger";

/** @throws ApiError BadRequest for a URL that nothing is sent to */
export function assertEgressUrl(url: string | null | undefined): void {
  if (typeof url === "string") assertReachable(url, "egress_url", "webhooks");
}

/**
 * Where events are sent is a matter of webhooks: a key that may only set up triggers would read their events.
 * @throws ApiError Forbidden
 */
export function assertMayRedirect(url: string | null | undefined, permissions: ReadonlySet<string>): void {
  if (url === undefined || permissions.has("webhooks:write")) return;
  throw new ApiError("Forbidden", "egress_url: setting it takes the permission webhooks:write.", {
    suggestedFix: "Use a key with this permission, or leave egress_url out.",
  });
}

/** Changes the URL, also of deliveries that wait. */
export async function changeEgressUrl(tx: Db, trigger: Trigger, url: string | null): Promise<void> {
  const { projectId, id, egressUrl: from } = trigger;
  await tx.triggerInstance.updateMany({ where: { projectId, id }, data: { egressUrl: url } });
  if (from !== null && from !== url) await redirectDeliveries(tx, projectId, { triggerId: id, from, to: url });
}
