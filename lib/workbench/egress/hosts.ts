/** The hosts that code of a project can reach, and those that it tried to reach without permission. */
import { isIP } from "node:net";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import type { Owner } from "../run-answer";

const HTTPS = 443;
const MOST_KEPT = 200;

export type Target = { host: string; port: number };

/** Whether an entry of a list (`host`, `*.host`, `host:port`) names a host and port. Addresses are never named. */
export function names(entry: string, { host, port }: Target): boolean {
  const [name = "", portText] = entry.split(":");
  if (isIP(host) !== 0 || Number(portText ?? HTTPS) !== port) return false;
  return name.startsWith("*.") ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
}

/** The hosts that a project lists. */
export async function findHosts(projectId: string): Promise<string[]> {
  return (await db.workbenchEgress.findUnique({ where: { projectId } }))?.hosts ?? [];
}

/** Sets the project's list. */
export async function setHosts(projectId: string, hosts: string[]): Promise<void> {
  await db.workbenchEgress.upsert({ where: { projectId }, create: { projectId, hosts }, update: { hosts } });
}

const NOTE = statement({
  name: "workbench.note-blocked",
  text: `INSERT INTO blocked_host (project_id, host, port, session_id, reason, tries) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (project_id, host, port) DO UPDATE SET tries = blocked_host.tries + EXCLUDED.tries,
      session_id = $4, reason = $5, last_at = clock_timestamp()
    RETURNING tries`,
  columns: { tries: "int4" },
});

const FORGET = statement({
  name: "workbench.forget-blocked",
  text: `DELETE FROM blocked_host WHERE project_id = $1 AND (host, port) IN
    (SELECT host, port FROM blocked_host WHERE project_id = $1 ORDER BY last_at DESC OFFSET ${MOST_KEPT}) RETURNING tries`,
  columns: { tries: "int4" },
});

export type Blocked = Target & { reason: string; tries: number };

/** Records refused requests and deletes the oldest. */
export async function noteBlocked({ projectId, sessionId }: Owner, all: readonly Blocked[]): Promise<void> {
  await db.$transaction(async (tx) => {
    // In one order for all sandboxes, because two of them would wait for each other.
    for (const { host, port, reason, tries } of [...all].sort(inOrder))
      await rowsIn(tx, NOTE, [projectId, host, port, sessionId, reason, tries]);
    await rowsIn(tx, FORGET, [projectId]);
  });
}

const inOrder = (a: Target, b: Target): number => (a.host === b.host ? a.port - b.port : a.host < b.host ? -1 : 1);

/** The allowed and the refused hosts of a project, for its people. */
export async function describeEgress(projectId: string): Promise<{
  enabled: boolean;
  hosts: string[];
  blocked: { host: string; port: number; session_id: string; reason: string; tries: number; last_at: string }[];
}> {
  const rows = await db.blockedHost.findMany({ where: { projectId }, orderBy: { lastAt: "desc" }, take: MOST_KEPT });
  return {
    enabled: env().workbench.egress,
    hosts: await findHosts(projectId),
    blocked: rows.map(({ host, port, sessionId, reason, tries, lastAt }) => ({
      ...{ host, port, session_id: sessionId, reason, tries },
      last_at: lastAt.toISOString(),
    })),
  };
}
