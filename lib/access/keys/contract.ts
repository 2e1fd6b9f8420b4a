/** API keys of a project in the API. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";
import { KEY_AREAS } from "@/lib/contract/permission";
import { named } from "@/lib/contract/named";
import { MAX_ID } from "@/lib/contract/texts";

const time = z.iso.datetime();

const LEVELS = ["none", "read", "write"] as const;
const Scopes = z.partialRecord(z.enum(KEY_AREAS), z.enum(LEVELS, "must be none, read or write"));

/** The most toolkits, users or addresses that a key can be limited to. */
const MAX_LIMITED = 200;
/** A week. */
const MAX_OVERLAP_HOURS = 168;
/** An IPv6 block has 43 characters at most; IPv4 addresses in IPv6 form have a few more. */
const MAX_ADDRESS = 50;
const FORMS = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()] as const;
/** An address of clients, or a block of them. */
export const Network = z
  .string()
  .trim()
  .max(MAX_ADDRESS)
  .refine(
    (text) => FORMS.some((form) => form.safeParse(text).success),
    "must be an address or a block such as 10.0.0.0/8",
  );
const listOf = <Item extends z.ZodType<string>>(item: Item) =>
  z
    .array(item)
    .min(1, "must name one at least; leave it out for no limit")
    .max(MAX_LIMITED, `must name ${MAX_LIMITED} at most`)
    .optional();

const Limits = z.strictObject({
  toolkits: listOf(z.string().trim().min(1).max(100).toLowerCase()).meta({ description: "Slugs of toolkits" }),
  user_ids: listOf(z.string().trim().min(1).max(MAX_ID, `must have ${MAX_ID} characters at most`)),
  addresses: listOf(Network).meta({
    description: "Addresses of clients from which the key works: IPv4 or IPv6, single or as CIDR blocks",
  }),
});

const ApiKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's first characters. */
  prefix: z.string(),
  scopes: Scopes.nullable().meta({ description: "What the key may do in each area; null for full access" }),
  limits: z
    .object({
      toolkits: z.array(z.string()).optional(),
      user_ids: z.array(z.string()).optional(),
      addresses: z.array(z.string()).optional(),
    })
    .nullable()
    .meta({ description: "What the key is limited to; null for the whole project" }),
  /**
   * The id of the person; absent for keys that were made without one: by `npm run provision`, or before this was
   * recorded.
   */
  created_by: z.string().optional(),
  created_at: time,
  expires_at: time.optional(),
  last_used_at: time.optional(),
  last_used_from: z.string().optional().meta({
    description: "The IP address of the last use; recorded at most once a minute, and absent if it is unknown",
  }),
  revoked_at: time.optional(),
  replaced_by: z.string().optional().meta({ description: "The ID of the successor" }),
});

export const apiKeysApi = {
  listApiKeys: operation({
    id: "listApiKeys",
    method: "GET",
    path: "/api/v3/internal/patchbay/api_keys",
    own: true,
    tag: "API keys",
    auth: "project",
    permission: "api_keys:read",
    audit: "none",
    summary: "List the project's keys, revoked ones too, newest first",
    query: z.object(pageQuery),
    response: page(ApiKeyRow),
  }),
  createApiKey: operation({
    id: "createApiKey",
    method: "POST",
    path: "/api/v3/internal/patchbay/api_keys",
    own: true,
    tag: "API keys",
    auth: "project",
    permission: "api_keys:write",
    audit: "api_key.create",
    fresh: true,
    summary: "Create an API key; its value is only returned here",
    body: z.object({
      name: named("key's name"),
      expires_in_days: z.coerce
        .number({ error: "must be a number of days" })
        .int("must be a whole number of days")
        .min(1, "must be one day at least")
        .max(3650, "must be 3650 days at most")
        .optional(),
      scopes: Scopes.refine((levels) => Object.values(levels).some((level) => level !== "none"), {
        message: "must open one area at least",
      })
        .optional()
        .meta({
          description:
            "What the key may do in each area: read, or write, which includes read. Areas that are left out are closed. " +
            "Without scopes the key has full access. Both are fixed when the key is made",
        }),
      limits: Limits.refine((limits) => Object.values(limits).some((list) => list !== undefined), {
        message: "must limit something",
      })
        .optional()
        .meta({
          description:
            "Limits the key to toolkits, users or addresses of clients. " +
            "A key with toolkits or users can only use operations that keep to them. Fixed when the key is made",
        }),
    }),
    response: ApiKeyRow.extend({ key: z.string() }),
    status: 201,
  }),
  rotateApiKey: operation({
    id: "apiKeys.rotate",
    method: "POST",
    path: "/api/v3/internal/patchbay/api_keys/{id}/rotate",
    own: true,
    tag: "API keys",
    auth: "project",
    permission: "api_keys:write",
    audit: "api_key.rotate",
    fresh: true,
    summary: "Replace a key by a successor that can do the same; the successor's value is only returned here",
    params: z.object({ id: z.string().max(MAX_ID) }),
    body: z.object({
      overlap_hours: z
        .number({ error: "must be a number of hours" })
        .min(0, "must be 0 hours at least")
        .max(MAX_OVERLAP_HOURS, `must be ${MAX_OVERLAP_HOURS} hours at most`)
        .default(24)
        .meta({ description: "How long the replaced key still works; 0 ends it immediately" }),
    }),
    response: ApiKeyRow.extend({
      key: z.string(),
      /** The ID of the replaced key. */
      replaces: z.string(),
      replaced_expires_at: time.meta({ description: "When the replaced key stops working" }),
    }),
    status: 201,
  }),
  revokeApiKey: operation({
    id: "revokeApiKey",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/api_keys/{id}",
    own: true,
    tag: "API keys",
    auth: "project",
    permission: "api_keys:write",
    audit: "api_key.revoke",
    summary: "Revoke a key immediately",
    params: z.object({ id: z.string().max(MAX_ID) }),
    query: z.object({
      also: z.enum(["same_maker"], "must be same_maker").optional().meta({
        description:
          "Revokes with it every other key of the project that the same person made, or of which nobody knows who made them",
      }),
    }),
    response: z.object({
      id: z.string(),
      revoked_at: time,
      /** Ids of the keys that were revoked with it. */
      also_revoked: z.array(z.string()),
    }),
  }),
};
