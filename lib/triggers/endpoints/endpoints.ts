/** Webhook endpoints: the addresses at which providers report, with the secrets that prove a report. */
import { env } from "@/lib/kernel/process/env";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { findIngress } from "@/lib/catalog/read/find-trigger-type";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import type { Ingress } from "@/lib/catalog/trigger-type";

/** What an endpoint keeps sealed: the secret of its signatures, and the fields that a person has entered. */
export type EndpointSecrets = { secret?: string; fields: Record<string, string> };

export type Endpoint = EndpointSecrets & {
  id: string;
  projectId: string;
  toolkitSlug: string;
  clientId: string | null;
  createdAt: Date;
};

type Row = Omit<Endpoint, keyof EndpointSecrets> & { secrets: string | null };

/** A project has as many endpoints of apps at most. */
const MAX_ENDPOINTS = 200;

const sealContext = (projectId: string, rowId: string) => ({ projectId, rowId, column: "webhook_endpoint.secrets" });

export const sealSecrets = (projectId: string, id: string, secrets: EndpointSecrets): string =>
  sealJson(secrets, sealContext(projectId, id));

export const openSecrets = (projectId: string, id: string, sealed: string | null): EndpointSecrets =>
  sealed === null ? { fields: {} } : (openJson(sealed, sealContext(projectId, id)) as EndpointSecrets);

const toEndpoint = ({ secrets, ...row }: Row): Endpoint => ({
  ...row,
  ...openSecrets(row.projectId, row.id, secrets),
});

const select = {
  id: true,
  projectId: true,
  toolkitSlug: true,
  clientId: true,
  createdAt: true,
  secrets: true,
} as const;

/** Where the provider reports to an endpoint. */
export const endpointUrl = (toolkitSlug: string, id: string): string =>
  `${env().publicUrl}/api/v3/webhook_ingress/${encodeURIComponent(toolkitSlug)}/${id}/trigger_event`;

/**
 * How an endpoint's ID is shown to those who may not change it: whoever knows all of it can report events, as the
 * provider does.
 */
export const maskEndpointId = (id: string): string => `${id.slice(0, 7)}...`;

export const newEndpointId = (): string => newToken("we_");

/** The endpoints of apps, oldest first. */
export const listEndpoints = async (projectId: string, toolkitSlug?: string): Promise<Endpoint[]> =>
  (
    await db.webhookEndpoint.findMany({
      where: { projectId, clientId: { not: null }, ...(toolkitSlug && { toolkitSlug }) },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: MAX_ENDPOINTS,
      select,
    })
  ).map(toEndpoint);

/** @throws ApiError NotFound, also for the endpoint of another project and for that of a single trigger */
export async function requireEndpoint(projectId: string, id: string): Promise<Endpoint> {
  const row = await db.webhookEndpoint.findFirst({ where: { projectId, id, clientId: { not: null } }, select });
  if (row) return toEndpoint(row);
  throw new ApiError("NotFound", `There is no webhook endpoint ${JSON.stringify(id)} in this project.`, {
    suggestedFix: "List them with GET /api/v3/webhook_endpoints.",
  });
}

/** What a toolkit's endpoints need. @throws ApiError BadRequest for a toolkit whose hooks need no endpoint of an app */
export async function requireSetup(projectId: string, toolkitSlug: string): Promise<Ingress> {
  const { slug } = await requireToolkit(projectId, toolkitSlug);
  const ingress = await findIngress(slug);
  if (ingress && Object.keys(ingress.setup).length > 0) return ingress;
  throw new ApiError("BadRequest", `The toolkit ${slug} needs no webhook endpoint.`, {
    suggestedFix: ingress
      ? "Set up its triggers directly: their hooks are created automatically."
      : "It has no triggers that its provider reports.",
  });
}

/**
 * The endpoint of an app, which is created if it is missing.
 * @throws ApiError as `requireSetup`
 */
export async function createEndpoint(projectId: string, toolkitSlug: string, clientId: string): Promise<Endpoint> {
  await requireSetup(projectId, toolkitSlug);
  const find = () => db.webhookEndpoint.findFirst({ where: { projectId, toolkitSlug, clientId }, select });
  const endpointRow = await find();
  if (endpointRow) return toEndpoint(endpointRow);
  if ((await db.webhookEndpoint.count({ where: { projectId, clientId: { not: null } } })) >= MAX_ENDPOINTS)
    throw new ApiError("Conflict", `This project has ${MAX_ENDPOINTS} webhook endpoints, which is the maximum.`, {
      suggestedFix: "Delete one that is not used.",
    });
  try {
    const data = { id: newEndpointId(), projectId, toolkitSlug, clientId };
    return toEndpoint(await db.webhookEndpoint.create({ data, select }));
  } catch (error) {
    const other = isUniqueViolation(error) ? await find() : null;
    if (!other) throw error;
    return toEndpoint(other);
  }
}

/** Checks fields against those of the toolkit. @throws ApiError Unprocessable */
function assertFields(fields: Readonly<Record<string, string>>, { setup }: Ingress, whole: boolean): void {
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(setup, name));
  const missing = Object.keys(setup).find((name) => whole && setup[name]?.required && !fields[name]);
  const problem =
    unknown !== undefined
      ? `data.${unknown}: is not one of ${Object.keys(setup).join(", ")}`
      : missing !== undefined
        ? `data.${missing}: is required`
        : undefined;
  if (problem === undefined) return;
  throw new ApiError("Unprocessable", `Invalid fields for this endpoint. ${problem}.`, {
    errors: [problem],
    suggestedFix: "GET /api/v3/webhook_endpoints/schema lists the fields.",
  });
}

/**
 * Sets the fields of an endpoint; those that are left out stay if `merge` is set.
 * @throws ApiError NotFound, Unprocessable for fields that the toolkit does not have or that are missing
 */
export async function setFields(
  projectId: string,
  id: string,
  fields: Record<string, string>,
  merge: boolean,
): Promise<Endpoint> {
  const { toolkitSlug } = await requireEndpoint(projectId, id);
  const ingress = await requireSetup(projectId, toolkitSlug);
  assertFields(fields, ingress, !merge);
  return db.$transaction(async (tx) => {
    const before = await lockSecrets(tx, projectId, id);
    const secrets = { ...before, fields: { ...(merge && before.fields), ...fields } };
    const data = { secrets: sealSecrets(projectId, id, secrets) };
    // Triggers that are polled waited for these fields, or were set up with other values.
    await tx.triggerInstance.updateMany({
      where: { projectId, toolkitSlug, hookRenewAt: { not: null } },
      data: { hookRenewAt: now(), hookEndsAt: null },
    });
    return toEndpoint(await tx.webhookEndpoint.update({ where: { id, projectId }, data, select }));
  });
}

const LOCK = statement({
  name: "triggers.lock-endpoint",
  text: "SELECT secrets FROM webhook_endpoint WHERE project_id = $1 AND id = $2 FOR UPDATE",
  columns: { secrets: "text?" },
});

/** Opens the secrets of an endpoint that nobody else changes until the transaction ends. */
export async function lockSecrets(tx: Db, projectId: string, id: string): Promise<EndpointSecrets> {
  const [row] = await rowsIn(tx, LOCK, [projectId, id]);
  return openSecrets(projectId, id, row?.secrets ?? null);
}

/** What a trigger that is polled forgets of its hook. */
const WITHOUT_HOOK = { endpointId: null, hookId: null, hookEndsAt: null, hookHeardAt: null };

/** Deletes an endpoint of an app, with its triggers; those that are polled stay. @throws ApiError NotFound */
export async function deleteEndpoint(projectId: string, id: string): Promise<void> {
  await requireEndpoint(projectId, id);
  await db.$transaction(async (tx) => {
    const where = { projectId, endpointId: id, OR: [{ pollAt: { not: null } }, { polledAt: { not: null } }] };
    await tx.triggerInstance.updateMany({ where, data: WITHOUT_HOOK });
    await tx.webhookEndpoint.deleteMany({ where: { projectId, id } });
  });
}
