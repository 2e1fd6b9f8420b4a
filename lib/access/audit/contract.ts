/** The audit trail of an organization in the API: its events with filters, and their export. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, limitQuery, page } from "@/lib/contract/page";
import { idParam, MAX_ID, MAX_MOMENT } from "@/lib/contract/texts";
import { AUDIT_OUTCOMES } from "@/lib/contract/audit-things";

const shared = { own: true, tag: "Audit trail", auth: "session", permission: "audit:read" } as const;
const base = "/api/v3/internal/patchbay/audit";

const text = (description: string) => z.string().max(MAX_ID).optional().meta({ description });

/** Which events are meant; all that are named hold. */
const filter = {
  actor: text("The ID, the name or the email of the member, the API key or the user that acted"),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/, "must be an action such as api_key.revoke, or its part before the point")
    .optional()
    .meta({ description: "An action such as api_key.revoke, or all of a kind: api_key" }),
  target: text("The ID of the object that the event is about"),
  address: z.string().max(64).optional().meta({ description: "The IP address that the request came from" }),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  project_id: text("Only events in this project"),
  request_id: text("The request that caused the event"),
  from: z.iso.datetime().max(MAX_MOMENT).optional(),
  to: z.iso.datetime().max(MAX_MOMENT).optional(),
};

const AuditEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The event in plain English. */
  sentence: z.string(),
  actor: z.object({
    kind: z.string(),
    id: z.string().nullable(),
    /** The present name; null if it has none. */
    name: z.string().nullable(),
  }),
  action: z.string(),
  operation: z.string(),
  target: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
  /** Values of a setting before and after; null if it had none. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** What else was recorded. */
  facts: z.record(z.string(), z.string()),
  outcome: z.enum(AUDIT_OUTCOMES),
  status: z.number().int(),
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
  request_id: z.string(),
  address: z.string().nullable(),
});

const AuditSettings = z.object({
  /** Days; null for the operator's time. */
  retention_days: z.number().int().nullable(),
  operator_days: z.number().int(),
  /** The webhook endpoint that receives the events; null if they are not streamed. */
  stream: z
    .object({
      project_id: z.string(),
      subscription_id: z.string(),
      /** The number of the last event that was handed over for delivery. */
      last_sequence: z.number().int(),
    })
    .nullable(),
  /** The chain as it is now; null before its first event. */
  chain: z
    .object({
      last_sequence: z.number().int(),
      last_hash: z.string(),
      begun_at: z.iso.datetime(),
      /** Events up to this number were deleted when their time was over. */
      deleted_up_to: z.number().int(),
    })
    .nullable(),
});

/** The largest number of events in one export. */
export const MAX_EXPORTED_AUDIT = 100_000;

export const auditApi = {
  listAuditEvents: operation({
    ...shared,
    id: "listAuditEvents",
    method: "GET",
    path: `${base}/events`,
    audit: "none",
    summary: "List the organization's audit events, newest first",
    description: "Each change, each refused change, and each read of something sensitive is one event.",
    query: z.object({ ...filter, cursor: cursorQuery, limit: limitQuery(50, 200) }),
    response: page(AuditEvent),
  }),
  getAuditEvent: operation({
    ...shared,
    id: "getAuditEvent",
    method: "GET",
    path: `${base}/events/{id}`,
    audit: "none",
    summary: "Get one audit event",
    params: z.object({ id: idParam("Id of the event") }),
    response: AuditEvent,
  }),
  exportAuditEvents: operation({
    ...shared,
    id: "exportAuditEvents",
    method: "POST",
    path: `${base}/export`,
    audit: "audit.export",
    summary: "Export audit events as CSV or JSON Lines",
    description: `Streams the events that the filters choose, newest first; at most ${MAX_EXPORTED_AUDIT.toLocaleString("en")} at once.`,
    body: z.object({
      ...filter,
      format: z.enum(["jsonl", "csv"]),
      limit: limitQuery(MAX_EXPORTED_AUDIT, MAX_EXPORTED_AUDIT),
    }),
    response: z.unknown(),
  }),
  exportAuditChain: operation({
    ...shared,
    id: "exportAuditChain",
    method: "GET",
    path: `${base}/chain`,
    audit: "audit.export_chain",
    summary: "Export the chain of the organization's audit events as JSON Lines that anyone can verify",
    description:
      "All events from a number on, the oldest first, with their hashes and the signed checkpoints. " +
      "`npm run -s audit:verify -- FILE` finds a changed, missing, moved or added event without this server.",
    query: z.object({
      from_sequence: z.coerce
        .number({ error: "must be the number of an event" })
        .int("must be a whole number")
        .min(1, "must be 1 at least")
        .max(Number.MAX_SAFE_INTEGER, "is too large")
        .optional(),
    }),
    response: z.unknown(),
  }),
  getAuditSettings: operation({
    ...shared,
    id: "getAuditSettings",
    method: "GET",
    path: `${base}/settings`,
    audit: "none",
    summary: "How long the organization's audit events are stored, and what is in their chain",
    response: AuditSettings,
  }),
  updateAuditSettings: operation({
    ...shared,
    id: "updateAuditSettings",
    method: "PATCH",
    path: `${base}/settings`,
    permission: "organization:write",
    audit: "audit.update",
    summary: "Change how long the organization's audit events are stored, and which webhook endpoint receives them",
    body: z.object({
      retention_days: z
        .number({ error: "must be a number of days" })
        .int("must be a whole number of days")
        .min(30, "must be 30 days at least")
        .max(3650, "must be 3650 days at most")
        .nullish()
        .meta({ description: "null for the time that the operator of the server set" }),
      stream_subscription_id: z
        .string()
        .min(1)
        .max(MAX_ID)
        .nullish()
        .meta({ description: "A webhook subscription of the present project that receives each event; null for none" }),
    }),
    response: AuditSettings,
  }),
  getAuditKeys: operation({
    id: "getAuditKeys",
    method: "GET",
    path: `${base}/keys`,
    own: true,
    tag: "Audit trail",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "The public keys that verify audit trails and receipts of this server, as a JSON Web Key Set",
    response: z.object({
      keys: z.array(z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), kid: z.string() })),
    }),
  }),
};
