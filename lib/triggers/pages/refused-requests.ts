/** Lists what was refused at webhook endpoints, for whoever looks for a missing event. */
import type { z } from "zod";
import { readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { openRefused } from "../ingress/refused";
import type { triggerPagesApi } from "./contract";

type Api = (typeof triggerPagesApi)["listRefusedRequests"];

/** A page of the project's refused requests, newest first. */
export async function listRefused(projectId: string, query: z.output<Api["query"]>): Promise<z.input<Api["response"]>> {
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
      where: cursor ? { AND: [where, { id: { lt: BigInt(cursor.at) } }] } : where,
      orderBy: { id: "desc" },
      take: limit + 1,
      include: {
        endpoint: { select: { toolkitSlug: true, clientId: true, triggers: { select: { id: true }, take: 1 } } },
      },
    }),
    db.refusedRequest.count({ where }),
  ]);
  const page = toPage(rows, total, limit, cursor, (row) => ({ at: String(row.id), id: String(row.id) }));
  return {
    ...page,
    items: page.items.map(({ id, endpoint, endpointId: of, at, reason, method, body, bytes }) => ({
      id: String(id),
      endpoint_id: of,
      toolkit_slug: endpoint.toolkitSlug,
      trigger_id: endpoint.clientId === null ? (endpoint.triggers[0]?.id ?? null) : null,
      at: at.toISOString(),
      reason,
      method,
      bytes,
      ...openRefused(projectId, of, body),
    })),
  };
}
