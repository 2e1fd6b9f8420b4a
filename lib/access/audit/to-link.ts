/**
 * The links of an organization's chain of audit events. Each event has a number and the hash of the previous event, and
 * its own hash covers both. Pure; docs/security-and-teams/audit.md describes the form for other programs.
 */
import { hash } from "node:crypto";
import type { AuditFacts } from "../record-audit";
import { toCanonicalJson } from "./to-canonical-json";

/** The version of the form. Another form gets another name, so that a verifier refuses what it does not know. */
export const AUDIT_FORMAT = "patchbay-audit-1";

export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/** The hash before the first event: of the organization, so that no chain can begin as that of another one. */
export const firstHash = (organizationId: string): string => sha256Hex(`${AUDIT_FORMAT}:${organizationId}`);

/** The columns of an event that its hash covers: all of them. */
export type EventColumns = Record<"at", Date> & {
  id: string | bigint;
  project_id: string | null;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  operation: string;
  target: string | null;
  facts: AuditFacts | null;
  outcome: string;
  status: number;
  request_id: string;
  address: string | null;
};

type Place = { organizationId: string; sequence: number; previousHash: string };

/** An event with its place in the chain, and its hash, which covers everything else. */
export function toLink(row: EventColumns, { organizationId, sequence, previousHash }: Place) {
  const link = {
    sequence,
    previous_hash: previousHash,
    organization_id: organizationId,
    id: String(row.id),
    at: row.at.toISOString(),
    project_id: row.project_id,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    action: row.action,
    operation: row.operation,
    target: row.target,
    facts: row.facts,
    outcome: row.outcome,
    status: row.status,
    request_id: row.request_id,
    address: row.address,
  };
  return { ...link, hash: sha256Hex(toCanonicalJson(link)) };
}
