/** Keys of an organization in the API. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";

const time = z.iso.datetime();

const OrganizationKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's first characters. */
  prefix: z.string(),
  created_by: z.string().optional(),
  created_at: time,
  expires_at: time.optional(),
  last_used_at: time.optional(),
  last_used_from: z
    .string()
    .optional()
    .meta({ description: "The IP address of the client at the last use, if it is known" }),
  revoked_at: time.optional(),
});

const path = "/api/v3/internal/patchbay/organization/api_keys";
const shared = { own: true, tag: "Organization keys", auth: "session" } as const;

export const organizationKeysApi = {
  listOrganizationKeys: operation({
    ...shared,
    id: "organizationKeys.list",
    method: "GET",
    path,
    permission: "api_keys:read",
    audit: "none",
    summary: "List the organization's keys, revoked ones too, newest first",
    query: z.object(pageQuery),
    response: page(OrganizationKey),
  }),
  createOrganizationKey: operation({
    ...shared,
    id: "organizationKeys.create",
    method: "POST",
    path,
    permission: "organization:write",
    also: ["api_keys:write"],
    audit: "organization_key.create",
    fresh: true,
    summary: "Create a key of the organization; its value is only returned here",
    description:
      "For programs that create and delete projects: the key is sent in x-org-api-key. " +
      "It can do what only owners can do, so only owners create it.",
    body: z.object({
      name: named("key's name"),
      expires_in_days: z
        .number({ error: "must be a number of days" })
        .int("must be a whole number of days")
        .min(1, "must be one day at least")
        .max(3650, "must be 3650 days at most")
        .optional(),
    }),
    response: OrganizationKey.extend({ key: z.string() }),
    status: 201,
  }),
  revokeOrganizationKey: operation({
    ...shared,
    id: "organizationKeys.revoke",
    method: "DELETE",
    path: `${path}/{id}`,
    permission: "api_keys:write",
    audit: "organization_key.revoke",
    summary: "Revoke a key of the organization immediately",
    params: z.object({ id: z.string().max(MAX_ID) }),
    response: z.object({ id: z.string(), revoked_at: time }),
  }),
};
