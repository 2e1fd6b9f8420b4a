/**
 * Names of the victim's own toolkit, and of its tool, in every place that names a toolkit or a tool. Nobody needs to
 * guess an ID for them: two projects can use the same words.
 */
import type { Operation } from "@/lib/contract/operation";
import { type Attack, put, type RequestInput } from "./attack";
import type { Field } from "./operation-fields";
import type { Tenant } from "./tenants";

const TOOLKIT_FIELDS = new Set(
  `also appKey appName appNames apps disable enable extends_toolkit no_auth_apps slug toolkit toolkitSlug toolkit_slug
  toolkit_slugs toolkits uniqueKey`.split(/\s+/),
);
const TOOL_FIELDS = new Set(
  `action actionName actions allowed_tools custom_tools limitedActions restrict_to_following_tools shown slugs
  tool_slug tool_slugs tools tools_available_for_execution tools_for_connected_account_creation`.split(/\s+/),
);
/** Segments before a parameter of a path that names a toolkit or a tool. */
const TOOLKIT_SEGMENTS = new Set(["toolkits", "apps", "app"]);
const TOOL_SEGMENTS = new Set(["tools", "execute", "actions"]);

/** The attacker becomes the owner of a toolkit with the same name by these: lib/own-toolkits/one-slug tries them. */
const MAKES_A_TOOLKIT = new Set(["createOwnToolkit", "createCustomToolkit", "upsertCustomToolkit"]);

/** The slug of the only tool of a tenant's own toolkit. */
const toolOf = ({ ids }: Tenant): string => `${ids.ownToolkit.toUpperCase()}_SEND`;

function pathAttacks(op: Operation, input: RequestInput, victim: Tenant): Attack[] {
  const segments = op.path.split("/");
  return segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const before = segments[index - 1] ?? "";
    const isToolkit = TOOLKIT_SEGMENTS.has(before);
    if (name === undefined || !(isToolkit || TOOL_SEGMENTS.has(before))) return [];
    const value = isToolkit ? victim.ids.ownToolkit : toolOf(victim);
    return [
      {
        op,
        by: `path with an own ${isToolkit ? "toolkit" : "tool"}`,
        sent: put(input, { part: "params", path: [name] }, value),
      },
    ];
  });
}

const TOOL = { slug: "MADE", name: "Made", description: "Made", input_schema: { type: "object" } };
const HOOK = {
  ...{ id: "h", type: "after_execute", applies_to: { toolkits: ["loopback"] } },
  handler: { type: "prompt_injection_check", action: "block" },
};
/** The objects around fields that are valid only as a whole, by where they are in a body. */
const WHOLE: Readonly<Record<string, unknown>> = {
  "experimental.custom_tools": [TOOL],
  "experimental.custom_toolkits": [{ slug: "MADE", name: "Made", description: "Made", tools: [TOOL] }],
  hooks: [HOOK],
  custom_connection_data: { authScheme: "API_KEY", toolkitSlug: "loopback", val: { api_key: "k" } },
};
/** The usual body would change what the attacker needs for the attacks that follow. */
const HARMLESS: Readonly<Record<string, RequestInput["body"]>> = { "v1.integrations.change": { enabled: true } };

function makeWhole(input: RequestInput, { part, path }: Field): RequestInput {
  const place = Object.keys(WHOLE).find((begin) => path.join(".").startsWith(begin));
  return part === "body" && place !== undefined ? put(input, { part, path: place.split(".") }, WHOLE[place]) : input;
}

/** What an event of the audit trail is about; elsewhere `action` names a tool. */
const isOfAudit = ({ path }: Operation, { name }: Field): boolean => name === "action" && path.includes("/audit/");

function fieldAttacks(op: Operation, input: RequestInput, fields: readonly Field[], victim: Tenant): Attack[] {
  return fields.flatMap((field) => {
    if (field.options || isOfAudit(op, field)) return [];
    const value = TOOLKIT_FIELDS.has(field.name)
      ? victim.ids.ownToolkit
      : TOOL_FIELDS.has(field.name)
        ? toolOf(victim)
        : undefined;
    if (value === undefined) return [];
    const by = `own name in ${field.part}.${field.path.join(".")}`;
    return [{ op, by, sent: put(makeWhole(input, field), field, value) }];
  });
}

/** All requests of the attacker's that name the victim's toolkit or its tool, with the attacker's IDs elsewhere. */
export function attacksByOwnNames(
  op: Operation,
  ownRequest: RequestInput,
  fields: readonly Field[],
  victim: Tenant,
): Attack[] {
  if (MAKES_A_TOOLKIT.has(op.id)) return [];
  const input = { ...ownRequest, body: HARMLESS[op.id] ?? ownRequest.body };
  return [...pathAttacks(op, input, victim), ...fieldAttacks(op, input, fields, victim)];
}
