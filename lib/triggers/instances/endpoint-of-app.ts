/** The endpoint of the app of an account, and whose events of it are the account's. */
import { valueAt } from "@/lib/catalog/event-value";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { type ProviderClient, refusalOf } from "../provider/open-asking";
import { toOwnerKey } from "./owner-key";

/**
 * The endpoint of the account's app.
 * @throws ApiError BadRequest if the account has no app
 */
export async function endpointOfApp(projectId: string, type: TriggerType, { values }: ProviderClient): Promise<string> {
  const endpoints = await db.webhookEndpoint.findMany({
    where: { projectId, toolkitSlug: type.toolkitSlug, clientId: { not: null } },
    orderBy: { createdAt: "asc" },
    take: 200,
    select: { id: true, clientId: true },
  });
  const clientId = values.client_id ?? values.consumer_key;
  const endpoint =
    endpoints.find((candidate) => candidate.clientId === clientId) ??
    (endpoints.length === 1 ? endpoints[0] : undefined);
  if (endpoint) return endpoint.id;
  throw new ApiError(
    "BadRequest",
    `${type.toolkitSlug} sends events to one URL per app, and this project has no webhook endpoint for the app of this account.`,
    {
      suggestedFix:
        `Create one with POST /api/v3/webhook_endpoints and toolkit_slug ${type.toolkitSlug}, ` +
        "and enter its webhook_url at the provider.",
    },
  );
}

function wordAt(data: unknown, way: string): string | undefined {
  const value = valueAt(data, way);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/**
 * The key of the account's owner among the events of a shared endpoint.
 * @throws ApiError BadRequest if the provider does not report the owner
 */
export async function findOwner(
  { run, toolkitSlug }: TriggerType,
  config: Record<string, unknown>,
  providerClient: ProviderClient,
): Promise<string | null> {
  const owner = run.ingress?.owner;
  if (!owner) return null;
  const answer = await providerClient
    .ask(owner.request, { connection: providerClient.values, config })
    .catch((error: unknown) => {
      if (error instanceof OutboundError) return undefined;
      throw error;
    });
  const data = answer && !refusalOf(answer) ? answer.data : undefined;
  const [value, person] = [wordAt(data, owner.value), owner.person && wordAt(data, owner.person.value)];
  if (value !== undefined) return toOwnerKey(value, person);
  throw new ApiError(
    "BadRequest",
    `${toolkitSlug} didn't identify this account, so its events can't be told apart from others.`,
    {
      suggestedFix: "Check that the account still works, and try again.",
    },
  );
}
