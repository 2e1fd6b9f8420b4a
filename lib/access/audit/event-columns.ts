/** The columns of audit events, for all statements that read them. */
import { narrowed } from "@/lib/kernel/database/statement";
import type { AuditOutcome } from "@/lib/contract/audit-things";
import type { AuditFacts } from "../record-audit";

/** All that a hash covers, apart from the place in the chain. */
export const EVENT_COLUMNS =
  "id, at, project_id, actor_kind, actor_id, action, operation, target, facts, outcome, status, request_id, address";

export const EVENT_TYPES = {
  id: "int8",
  at: "timestamptz",
  project_id: "text?",
  actor_kind: "text",
  actor_id: "text?",
  action: "text",
  operation: "text",
  target: "text?",
  facts: narrowed<AuditFacts | null>()("jsonb?"),
  outcome: narrowed<AuditOutcome>()("text"),
  status: "int4",
  request_id: "text",
  address: "text?",
} as const;

/** With the place in the chain. */
export const LINK_TYPES = { sequence: "int8?", previous_hash: "text?", hash: "text?", ...EVENT_TYPES } as const;
