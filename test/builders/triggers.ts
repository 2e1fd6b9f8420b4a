/**
 * The API with trigger types and emulated providers, on the port that its addresses name, and the events that triggers
 * have had.
 */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { openContent } from "@/lib/webhooks/events/event-content";
import { queryRows } from "../setup/query-rows";

/** A free port: the address of the server is set before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, "127.0.0.1", resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export type SeenEvent = { type: string; triggerId: string | null; data: Record<string, unknown>; original: unknown };

/** The events recorded for a project, in order. */
export async function eventsOf(projectId: string, triggerId?: string): Promise<SeenEvent[]> {
  const rows = await queryRows<{ id: string; type: string; triggerId: string | null; content: string | null }>(
    "test.events",
    `SELECT id, type, trigger_id AS "triggerId", content FROM webhook_event
      WHERE project_id = $1 AND ($2::text IS NULL OR trigger_id = $2) ORDER BY seq`,
    [projectId, triggerId ?? null],
  );
  return rows.map(({ id, type, triggerId: of, content }) => {
    const { data, original } = openContent(projectId, id, content ?? "");
    return { type, triggerId: of, data: { ...data }, original };
  });
}
