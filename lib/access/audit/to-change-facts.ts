/** The values of settings before and after a change, as facts of its audit event. Pure. */
import { cutText } from "@/lib/kernel/text/storable";
import type { AuditFacts } from "../record-audit";
import { sha256Hex } from "./to-link";

/**
 * The fields whose values an event shows, by the kind of object. Everything else is left out, so that a new field shows
 * its values only if somebody decides so.
 */
const SHOWN_FIELDS = {
  audit: ["retention_days", "stream_subscription_id"],
  approval_policy: ["approvers", "default", "expires_in_seconds"],
  auth_config: ["name", "status", "is_enabled_for_tool_router", "tool_access_config"],
  mcp_server: ["name", "allowed_tools", "auth_config_ids", "managed_auth_via_composio", "require_api_key"],
  project: ["name"],
  project_config: [
    "account_credentials_elsewhere",
    "accent_color",
    "browser_origins",
    "connect_frame_origins",
    "default_response",
    "display_name",
    "is_2FA_enabled",
    "link_lifetime_minutes",
    "log_retention_days",
    "log_visibility_setting",
    "mask_secret_keys_in_connected_account",
    "mcp_default_user_id",
    "rate_limits",
    "require_mcp_api_key",
    "session_retention_days",
    "strict_toolkit_versions",
    "toolkit_versions_as_of",
  ],
  webhook_subscription: ["enabled_events", "version", "paused_at"],
} as const;

/** The fields of addresses: their paths and queries can be secrets, so only their origins are shown. */
const SHOWN_ORIGINS = ["logo_url", "oauth_callback_verifier_url", "webhook_url"];

export type ChangedKind = keyof typeof SHOWN_FIELDS;
type Values = Readonly<Record<string, unknown>>;

function toOrigin(value: unknown): unknown {
  if (typeof value !== "string" || value === "") return value;
  return URL.canParse(value) ? new URL(value).origin : "an address";
}

const toText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Longer texts are cut when the event is stored, so that two values could look the same. */
const MAX_SHOWN = 200;

/** A text that another text of the same beginning does not equal. */
const toShort = (text: string): string =>
  text.length <= MAX_SHOWN
    ? text
    : `${cutText(text, MAX_SHOWN - 60)}… (${text.length} characters, SHA-256 ${sha256Hex(text).slice(0, 16)})`;

/** A long list by the items that the other list does not have. */
function toDifference(list: readonly unknown[], others: readonly unknown[], words: string): string {
  const otherItems = new Set(others.map((item) => JSON.stringify(item)));
  const items = list.filter((item) => !otherItems.has(JSON.stringify(item)));
  return `${list.length} items${items.length > 0 ? `, ${words}: ${items.map(toText).join(", ")}` : ""}`;
}

/** Both values as texts that differ. */
function toTexts(from: unknown, to: unknown): [string, string] {
  const texts: [string, string] = [toText(from), toText(to)];
  if (texts.every(({ length }) => length <= MAX_SHOWN)) return texts;
  if (Array.isArray(from) && Array.isArray(to)) {
    const differences = [toDifference(from, to, "no longer"), toDifference(to, from, "new")] as const;
    if (differences[0] !== differences[1]) return [toShort(differences[0]), toShort(differences[1])];
  }
  return [toShort(texts[0]), toShort(texts[1])];
}

/** The changed fields that may be shown: `from.<field>` and `to.<field>`, absent for a field without a value. */
export function toChangeFacts(kind: ChangedKind, before: object, after: object): AuditFacts {
  const facts: Record<string, string> = {};
  const add = (field: string, from: unknown, to: unknown) => {
    const [fromText, toText] = toTexts(from, to);
    if (!isNothing(from)) facts[`from.${field}`] = fromText;
    if (!isNothing(to)) facts[`to.${field}`] = toText;
  };
  for (const field of [...SHOWN_FIELDS[kind], ...SHOWN_ORIGINS]) {
    const [from, to] = [(before as Values)[field], (after as Values)[field]];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    if (SHOWN_ORIGINS.includes(field)) add(field, toOrigin(from), toOrigin(to));
    else add(field, from, to);
  }
  return facts;
}

/**
 * The facts of a change whose result is read again after it. The change has happened: if the read fails, its event has
 * fewer facts.
 */
export async function readChangeFacts(
  kind: ChangedKind,
  before: object,
  read: () => Promise<object>,
): Promise<AuditFacts> {
  try {
    return toChangeFacts(kind, before, await read());
  } catch {
    return {};
  }
}
