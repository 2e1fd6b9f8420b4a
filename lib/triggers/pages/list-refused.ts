/** Lists what was refused at webhook endpoints, for whoever looks for a missing event. */
import type { z } from "zod";
import { readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { maskEndpointId } from "../endpoints/endpoints";
import { openRefused } from "../ingress/keep-refused";
import type { triggerPagesApi } from "./contract";

type Api = (typeof triggerPagesApi)["listRefusedRequests"];

type StoredRequest = ReturnType<typeof openRefused>;

/** The request without the endpoint's ID: proxies can repeat the address in a header. */
const withoutId = ({ headers, body }: StoredRequest, id: string | undefined): StoredRequest => {
  if (id === undefined) return { headers, body };
  const clean = (text: string) => text.replaceAll(id, maskEndpointId(id));
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)])),
    body: clean(body),
  };
};

/**
 * A page of the project's refused requests, newest first.
 * @param showsIds whether the caller may see the endpoints' IDs, which are parts of their addresses
 */
export async function listRefused(
  projectId: string,
  query: z.output<Api["query"]>,
  showsIds: boolean,
): Promise<z.input<Api["response"]>> {
  const { toolkit_slug: toolkitSlug, endpoint_id: endpointId, trigger_id: triggerId, limit } = query;
  const cursor = readCursor(query.cursor);
  const where: Prisma.RefusedRequestWhereInput = {
    projectId,
    ...(endpointId !== undefined && { endpointId }),
    endpoint: {
      projectId,
      ...(toolkitSlug !== undefined && { toolkitSlug }),
      ...(triggerId !== undefined && { triggers: { some: { projectId, id: triggerId } } }),
    },
  };
  const [rows, total] = await Promise.all([
    db.refusedRequest.findMany({
      where: cursor ? { AND: [where, { id: { lt: BigInt(cursor.time) } }] } : where,
      orderBy: { id: "desc" },
      take: limit + 1,
      include: {
        endpoint: { select: { toolkitSlug: true, clientId: true, triggers: { select: { id: true }, take: 1 } } },
      },
    }),
    db.refusedRequest.count({ where }),
  ]);
  const page = toPage(rows, total, limit, cursor, (row) => ({ time: String(row.id), id: String(row.id) }));
  return {
    ...page,
    items: page.items.map(({ id, endpoint, endpointId: of, at: time, reason, method, body, bytes }) => ({
      id: String(id),
      endpoint_id: showsIds ? of : maskEndpointId(of),
      toolkit_slug: endpoint.toolkitSlug,
      trigger_id: endpoint.clientId === null ? (endpoint.triggers[0]?.id ?? null) : null,
      at: time.toISOString(),
      reason,
      method,
      bytes,
      ...withoutId(openRefused(projectId, of, body), showsIds ? undefined : of),
    })),
  };
}
