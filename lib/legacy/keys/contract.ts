/** API keys and projects as before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { named } from "@/lib/contract/named";
import { MAX_ID } from "@/lib/contract/texts";
import { Anything, OLDER } from "../older.contract";

export const OlderKey = z
  .object({
    id: z.string(),
    name: z.string(),
    key: z.string().meta({ description: "Whole in the answer that makes the key; otherwise its first characters" }),
    isHidden: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
    member: Anything,
  })
  .meta({ id: "OlderApiKey" });

const OlderProject = z
  .object({ id: z.string(), name: z.string(), createdAt: z.string(), primaryApiKey: z.string() })
  .meta({ id: "OlderProject" });

const write = { permission: "api_keys:write" } as const;

export const olderKeysApi = {
  listOlderKeys: operation({
    ...OLDER,
    id: "v1.apiKeys.list",
    method: "GET",
    permission: "api_keys:read",
    audit: "none",
    path: "/api/v1/api_keys",
    summary: "List the project's keys",
    successor: "GET /api/v3/internal/patchbay/api_keys",
    response: z.array(OlderKey),
  }),
  createOlderKey: operation({
    ...OLDER,
    ...write,
    id: "v1.apiKeys.create",
    method: "POST",
    audit: "api_key.create",
    path: "/api/v1/api_keys",
    summary: "Make a key of the project",
    successor: "POST /api/v3/internal/patchbay/api_keys",
    body: z.object({ name: named("key's name") }),
    response: OlderKey,
  }),
  deleteOlderKey: operation({
    ...OLDER,
    ...write,
    id: "v1.apiKeys.delete",
    method: "DELETE",
    audit: "api_key.revoke",
    path: "/api/v1/api_keys/{id}",
    summary: "Revoke a key at once",
    successor: "DELETE /api/v3/internal/patchbay/api_keys/{id}",
    params: z.object({ id: z.string().max(MAX_ID) }),
    response: z.object({ deleted: z.literal(true) }),
  }),
  listOlderProjects: operation({
    ...OLDER,
    id: "v1.client.projects",
    method: "GET",
    permission: "toolkits:read",
    audit: "none",
    path: "/api/v1/client/auth/projects",
    summary: "List the projects of the key, which is one",
    description: "primaryApiKey is empty: a key's text is shown only when it is made.",
    successor: "GET /api/v3/org/owner/project/list",
    response: z.object({ items: z.array(OlderProject) }),
  }),
};
