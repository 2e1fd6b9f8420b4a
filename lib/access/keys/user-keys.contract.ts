/** Keys of members in the API. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";

/** The most working keys of a member in an organization. */
export const MAX_USER_KEYS = 50;

const time = z.iso.datetime();

const UserKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's first characters. */
  prefix: z.string(),
  created_at: time,
  expires_at: time.optional(),
  last_used_at: time.optional(),
  last_used_from: z
    .string()
    .optional()
    .meta({ description: "The IP address of the client at the last use, if it is known" }),
});

const path = "/api/v3/internal/patchbay/profile/api_keys";
const shared = { own: true, tag: "User keys", auth: "session" } as const;

export const userKeysApi = {
  listUserKeys: operation({
    ...shared,
    id: "userKeys.list",
    method: "GET",
    path,
    permission: "profile:read",
    audit: "none",
    summary: "List your own working keys in the current organization, newest first",
    response: z.object({ items: z.array(UserKey) }),
  }),
  createUserKey: operation({
    ...shared,
    id: "userKeys.create",
    method: "POST",
    path,
    permission: "profile:write",
    audit: "user_key.create",
    fresh: true,
    summary: "Create a key of your own; its value is only returned here",
    description:
      "For a command line of yours: the key is sent in x-user-api-key and acts as you, with your role at each call. " +
      "It ends when you leave the current organization.",
    body: z.object({
      name: named("key's name"),
      expires_in_days: z
        .number({ error: "must be a number of days" })
        .int("must be a whole number of days")
        .min(1, "must be one day at least")
        .max(3650, "must be 3650 days at most")
        .optional(),
    }),
    response: UserKey.extend({ key: z.string() }),
    status: 201,
  }),
  revokeUserKey: operation({
    ...shared,
    id: "userKeys.revoke",
    method: "DELETE",
    path: `${path}/{id}`,
    permission: "profile:write",
    audit: "user_key.revoke",
    summary: "Revoke a key of your own immediately",
    params: z.object({ id: z.string().max(MAX_ID) }),
    response: z.object({ id: z.string(), revoked_at: time }),
  }),
};
