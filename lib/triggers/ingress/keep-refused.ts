/** Requests to endpoints that were refused: the newest of each, for whoever looks for a missing event. */
import { cutText } from "@/lib/kernel/text/storable";
import { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { now } from "@/lib/kernel/time/clock";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { isSecretName } from "@/lib/kernel/text/redact";
import type { ProviderCall } from "./provider-call";

const MAX_REQUESTS = 20;
const MAX_BODY = 2000;
const MAX_HEADERS = 40;
const MAX_VALUE = 300;

const DELETE_OLD = statement({
  name: "triggers.forget-refused",
  text: `DELETE FROM refused_request WHERE endpoint_id = $1 AND project_id = $2 AND id <= (
    SELECT id FROM refused_request WHERE endpoint_id = $1 AND project_id = $2 ORDER BY id DESC OFFSET ${MAX_REQUESTS} LIMIT 1)`,
});

/** Signatures and tokens are not stored: a refused token could still be valid elsewhere. */
const keptHeaders = (headers: ProviderCall["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [
        cutText(name, 100),
        isSecretName(name) || /sign|hmac|token|secret|cookie/i.test(name) ? "[redacted]" : cutText(value, MAX_VALUE),
      ]),
  );

const sealContext = (projectId: string, endpointId: string) => ({
  projectId,
  rowId: endpointId,
  column: "refused_request.body",
});

const StoredRequest = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

/** What a stranger sent, as it is kept; empty for what was kept before it was sealed. */
export const openRefused = (projectId: string, endpointId: string, sealed: string): z.infer<typeof StoredRequest> =>
  StoredRequest.catch({ headers: {}, body: "" }).parse(unseal(projectId, endpointId, sealed));

/** Undefined for what was kept before it was sealed. */
function unseal(projectId: string, endpointId: string, sealed: string): unknown {
  try {
    return openJson(sealed, sealContext(projectId, endpointId));
  } catch {
    return undefined;
  }
}

type EndpointRef = { id: string; projectId: string };

/** Keeps a refused request; of a flood only some, so that strangers cannot make this server write. */
export async function keepRefused({ id, projectId }: EndpointRef, call: ProviderCall, reason: string): Promise<void> {
  const { allowed } = await takeToken({ subject: `refused:${id}`, requests: 10, seconds: 60 });
  if (!allowed) return;
  await db.$transaction(async (tx) => {
    await tx.refusedRequest.create({
      data: {
        projectId,
        endpointId: id,
        reason,
        method: call.method,
        headers: {},
        body: sealJson(
          { headers: keptHeaders(call.headers), body: cutText(call.text, MAX_BODY) },
          sealContext(projectId, id),
        ),
        bytes: call.bytes.length,
      },
    });
    const data = { lastRefusedAt: now(), lastRefusal: reason };
    await tx.webhookEndpoint.updateMany({ where: { id, projectId }, data });
    await changeIn(tx, DELETE_OLD, [id, projectId]);
  });
}
