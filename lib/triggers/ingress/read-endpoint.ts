/**
 * Reads the endpoint of a provider's request, for many requests at the same time with one statement, and the triggers
 * that it is for.
 */
import type { Ingress } from "@/lib/catalog/trigger-type";
import { batchReads } from "@/lib/kernel/concurrency/batch-reads";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { accountsOf } from "../instances/owner-key";
import type { Listener } from "../instances/require-trigger";

/** Triggers of one endpoint that an event may be for. */
const MAX_TRIGGERS = 5000;

/** `triggers`: those of an endpoint that was made for one trigger; the others are read once a request is proven. */
export type EndpointRow = {
  id: string;
  projectId: string;
  toolkitSlug: string;
  secrets: string | null;
  triggers?: Listener[];
};

/** An endpoint that was made for one trigger comes with it. */
const ENDPOINTS = statement({
  name: "triggers.endpoints",
  text: `SELECT e.id AS "endpointId", e.project_id AS "projectId", e.toolkit_slug AS "toolkitSlug", e.secrets,
      e.client_id IS NULL AS "isOwn", t.id, t.slug, t.version, t.user_id AS "userId", t.account_id AS "accountId",
      t.auth_config_id AS "authConfigId", t.owner_key AS "ownerKey", t.egress_url AS "egressUrl", t.config
    FROM webhook_endpoint e LEFT JOIN trigger_instance t ON e.client_id IS NULL AND t.endpoint_id = e.id
      AND t.project_id = e.project_id AND t.disabled_at IS NULL
    WHERE e.id = ANY ($1::text[]) ORDER BY t.id`,
  columns: {
    endpointId: "text",
    projectId: "text",
    toolkitSlug: "text",
    secrets: "text?",
    isOwn: "bool",
    id: "text?",
    slug: "text?",
    version: "text?",
    userId: "text?",
    accountId: "text?",
    authConfigId: "text?",
    ownerKey: "text?",
    egressUrl: "text?",
    config: narrowed<Record<string, unknown> | null>()("jsonb?"),
  },
});

function listenerOf(row: StatementRow<typeof ENDPOINTS>): Listener | undefined {
  const { id, projectId, toolkitSlug, slug, version, userId, accountId, authConfigId, config } = row;
  if (id === null || slug === null || version === null || userId === null || accountId === null) return undefined;
  if (authConfigId === null) return undefined;
  const { ownerKey, egressUrl } = row;
  return {
    ...{ id, projectId, toolkitSlug, slug, version, userId, accountId, authConfigId },
    ...{ ownerKey, egressUrl, config },
  };
}

async function readMany(ids: readonly string[]): Promise<(EndpointRow | undefined)[]> {
  const endpoints = new Map<string, EndpointRow>();
  for (const row of await rowsOf(ENDPOINTS, [ids])) {
    const { endpointId: id, projectId, toolkitSlug, secrets, isOwn } = row;
    const endpoint = endpoints.get(id) ?? { id, projectId, toolkitSlug, secrets, ...(isOwn && { triggers: [] }) };
    endpoints.set(id, endpoint);
    const listener = listenerOf(row);
    if (listener) endpoint.triggers?.push(listener);
  }
  return ids.map((id) => endpoints.get(id));
}

/** The endpoint of an id; undefined for an unknown id. Callers share it and do not change it. */
export const readEndpoint = batchReads(
  (id: string) => id,
  async (id) => (await readMany([id]))[0],
  readMany,
);

/** On the address of an app those of other accounts are left out here, because they may be many thousands. */
const LISTENERS = statement({
  name: "triggers.of-endpoint",
  text: `SELECT id, project_id AS "projectId", slug, version, toolkit_slug AS "toolkitSlug", user_id AS "userId",
      account_id AS "accountId", auth_config_id AS "authConfigId", owner_key AS "ownerKey",
      egress_url AS "egressUrl", config
    FROM trigger_instance WHERE project_id = $1 AND endpoint_id = $2 AND disabled_at IS NULL
      AND ($3::text[] IS NULL OR CASE WHEN owner_key LIKE '[%' THEN owner_key::jsonb ->> 0 ELSE owner_key END = ANY ($3::text[]))
    ORDER BY id LIMIT ${MAX_TRIGGERS}`,
  columns: {
    id: "text",
    projectId: "text",
    slug: "text",
    version: "text",
    toolkitSlug: "text",
    userId: "text",
    accountId: "text",
    authConfigId: "text",
    ownerKey: "text?",
    egressUrl: "text?",
    config: narrowed<Record<string, unknown>>()("jsonb"),
  },
});

type Listened = Omit<EndpointRow, "secrets"> & { ingress: Ingress };

/** The triggers that a proven request is for; only now, so that one without proof makes nobody read thousands. */
export const readListeners = async (
  { id, projectId, ingress, triggers }: Listened,
  body: unknown,
): Promise<readonly Listener[]> => triggers ?? rowsOf(LISTENERS, [projectId, id, accountsOf(ingress, body)]);
