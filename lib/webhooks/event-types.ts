/** The kinds of events that receivers can ask for, and in which forms each is sent. */

export const VERSIONS = ["V1", "V2", "V3"] as const;
export type WebhookVersion = (typeof VERSIONS)[number];

/** What somebody who chooses events must know of one kind. */
type EventKind = { description: string; versions: readonly WebhookVersion[] };

const V3: readonly WebhookVersion[] = ["V3"];

export const EVENT_TYPES = {
  "composio.trigger.message": {
    description: "A trigger received an event from its app.",
    versions: VERSIONS,
  },
  "composio.trigger.disabled": {
    description: "A trigger was disabled by the server, with the reason.",
    versions: V3,
  },
  "composio.connected_account.expired": {
    description: "The credentials of a connected account no longer work; its user has to connect again.",
    versions: V3,
  },
  "composio.connected_account.created": {
    description: "A connected account became active for the first time.",
    versions: V3,
  },
  "composio.connected_account.revoked": {
    description: "Access of a connected account was taken back at the provider.",
    versions: V3,
  },
  "composio.auth_config.changed": {
    description: "An auth config was changed, switched on or off, or deleted.",
    versions: V3,
  },
  "composio.approval.requested": {
    description: "A call waits until a person allows it.",
    versions: V3,
  },
  "composio.approval.ended": {
    description: "A call that waited was denied, expired, or was carried out after its approval.",
    versions: V3,
  },
  "composio.budget.warning": {
    description: "80 % of the calls or tokens that a policy allows in a day are used.",
    versions: V3,
  },
  "composio.webhook.disabled": {
    description: "A webhook endpoint failed for days and no longer gets events.",
    versions: V3,
  },
} as const satisfies Record<string, EventKind>;

/** An event of the audit trail, for the endpoint that an owner chose; endpoints cannot ask for it. */
export const AUDIT_EVENT = "patchbay.audit.event";

export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_TYPES, text);
