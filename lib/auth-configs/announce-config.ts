/** Sends an event of a changed auth config to the project's receivers, in the transaction of the change. */
import type { AuthConfig } from "@/generated/prisma/client";
import type { Db } from "@/lib/kernel/database/db";
import { recordEvent } from "@/lib/webhooks/events/record-event";

type ConfigFields = Pick<AuthConfig, "id" | "projectId" | "name" | "toolkitSlug" | "scheme" | "managed" | "enabled">;

/** What it is called and whether it is on; never what it holds. */
export async function announceConfig(
  tx: Pick<Db, "$executeRaw" | "$queryRawUnsafe">,
  { id, projectId, name, toolkitSlug, scheme, managed, enabled }: ConfigFields,
  change: "updated" | "enabled" | "disabled" | "deleted",
): Promise<void> {
  await recordEvent(tx, projectId, {
    type: "composio.auth_config.changed",
    about: { authConfigId: id, toolkitSlug },
    lane: id,
    payload: {
      id,
      name,
      change,
      toolkit: { slug: toolkitSlug },
      auth_scheme: scheme,
      is_composio_managed: managed,
      status: enabled ? "ENABLED" : "DISABLED",
    },
  });
}
