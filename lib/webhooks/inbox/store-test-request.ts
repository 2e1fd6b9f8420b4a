/** Requests to the test receivers of projects: the newest of each, bounded in number, bytes and age. */
import { db, type Db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { z } from "zod";

/** The newest deliveries that a test receiver stores. */
const MAX_REQUESTS = 50;
/** The stored part of a body. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_DAYS = 7;

const sealContext = (projectId: string, subscriptionId: string) => ({
  projectId,
  rowId: subscriptionId,
  column: "webhook_inbox.content",
});

const Content = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

type TestRequest = {
  eventId: string;
  attempt: number;
  headers: Record<string, string>;
  body: string;
  verified: boolean;
};

/** Stores a delivery and deletes the oldest above the limit. A receiver that was deleted meanwhile stores nothing. */
const STORE = statement({
  name: "webhooks.store-test-request",
  text: `WITH stored AS (INSERT INTO webhook_inbox (project_id, subscription_id, event_id, attempt, verified, content, bytes)
      SELECT s.project_id, s.id, $3, $4::int, $5::bool, $6, $7::int FROM webhook_subscription s
      WHERE s.project_id = $1 AND s.id = $2 AND s.deleted_at IS NULL RETURNING id)
    DELETE FROM webhook_inbox WHERE project_id = $1 AND subscription_id = $2 AND id <= (
      SELECT id FROM webhook_inbox WHERE project_id = $1 AND subscription_id = $2
      ORDER BY id DESC OFFSET ${MAX_REQUESTS - 1} LIMIT 1)`,
});

/** The beginning of a text, without half a character at the cut. */
const cutBytes = (text: string): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, MAX_BODY_BYTES), { stream: true });

export async function storeTestRequest(
  projectId: string,
  subscriptionId: string,
  { eventId, attempt, headers, body, verified }: TestRequest,
): Promise<void> {
  const content = sealJson({ headers, body: cutBytes(body) }, sealContext(projectId, subscriptionId));
  const bytes = Buffer.byteLength(body);
  await rowsOf(STORE, [projectId, subscriptionId, eventId, attempt, verified, content, bytes]);
}

/** All that a test receiver has, newest first. */
export async function findTestRequests(
  projectId: string,
  subscriptionId: string,
): Promise<(TestRequest & { id: string; receivedAt: Date; bytes: number })[]> {
  const where = { projectId, subscriptionId };
  const rows = await db.webhookInbox.findMany({ where, orderBy: { id: "desc" }, take: MAX_REQUESTS });
  return rows.map(({ id, eventId, attempt, verified, content, bytes, at: receivedAt }) => ({
    ...Content.parse(openJson(content, sealContext(projectId, subscriptionId))),
    ...{ id: String(id), eventId, attempt, verified, bytes, receivedAt },
  }));
}

/** Deletes all that a test receiver has. */
export async function clearTestRequests(
  on: Pick<Db, "webhookInbox">,
  projectId: string,
  subscriptionId: string,
): Promise<void> {
  await on.webhookInbox.deleteMany({ where: { projectId, subscriptionId } });
}

const OLD = batchDelete("webhook_inbox", "at < now() - make_interval(days => $1::int)");
const OLD_OF_PROJECT = batchDelete("webhook_inbox", "project_id = $1 AND at < now() - make_interval(days => $2::int)");

/** Deletes what is older than a week, or than the days of its project. A project that stores no payloads has 0 days. */
export async function pruneTestRequests(rules: readonly { projectId: string; days: number }[]): Promise<void> {
  await deleteInBatches(OLD, [MAX_DAYS]);
  for (const { projectId, days } of rules)
    if (days < MAX_DAYS) await deleteInBatches(OLD_OF_PROJECT, [projectId, days]);
}
