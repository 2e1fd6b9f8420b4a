/** Reads contents of events; many at the same time with one statement. */
import { batchReads } from "@/lib/kernel/concurrency/batch-reads";
import { rowsOf, statement } from "@/lib/kernel/database/statement";

type Key = { projectId: string; eventId: string };

const CONTENT = statement({
  name: "webhooks.content",
  text: `SELECT project_id || ' ' || id AS key, content FROM webhook_event
    WHERE (project_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
  columns: { key: "text?", content: "text?" },
});

async function readMany(keys: readonly Key[]): Promise<(string | null)[]> {
  const rows = await rowsOf(CONTENT, [keys.map(({ projectId }) => projectId), keys.map(({ eventId }) => eventId)]);
  const contentByKey = new Map(rows.map(({ key, content }) => [key, content]));
  return keys.map(toText).map((key) => contentByKey.get(key) ?? null);
}

const toText = ({ projectId, eventId }: Key): string => `${projectId} ${eventId}`;

const read = batchReads(toText, async (key: Key) => (await readMany([key]))[0] ?? null, readMany);

/** The sealed content of an event; undefined if it was removed, or the project has no such event. */
export const readContent = async (projectId: string, eventId: string): Promise<string | undefined> =>
  (await read({ projectId, eventId })) ?? undefined;
