/** Access keys of sessions in the API. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { named } from "@/lib/contract/named";

const time = z.iso.datetime();
const tag = "Sessions";
const params = z.object({ session_id: z.string().max(200) });

const SessionKeyRow = z.object({
  id: z.string(),
  session_id: z.string(),
  name: z.string(),
  created_by: z.string(),
  created_at: time,
  expires_at: time.optional(),
});

export const sessionKeysApi = {
  listSessionKeys: operation({
    id: "listSessionAccessKeys",
    method: "GET",
    path: "/api/v3/internal/patchbay/sessions/{session_id}/access_keys",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "The access keys of a session, oldest first",
    params,
    response: z.object({ items: z.array(SessionKeyRow) }),
  }),
  createSessionKey: operation({
    id: "createSessionAccessKey",
    method: "POST",
    path: "/api/v3/internal/patchbay/sessions/{session_id}/access_keys",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:write",
    also: ["tool_execution:write", "proxy_execute:write", "tools:read"],
    audit: "session_access_key.create",
    fresh: true,
    summary: "Create a session access key; its value is only returned here",
    description:
      "Sent as x-session-access-key, it may use this session as its agent does: " +
      "read it, search, list and execute its tools. " +
      "It decides about no approval, changes nothing of the session, and ends with it.",
    params,
    body: z.object({
      name: named("key's name").default("access key"),
      expires_in_seconds: z
        .number()
        .int("must be a whole number")
        .min(60, "must be from 60 to 31536000")
        .max(31_536_000, "must be from 60 to 31536000")
        .optional(),
    }),
    response: SessionKeyRow.extend({ key: z.string() }),
    status: 201,
  }),
  revokeSessionKey: operation({
    id: "revokeSessionAccessKey",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/sessions/{session_id}/access_keys/{key_id}",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "session_access_key.revoke",
    summary: "Revoke a session access key immediately",
    params: params.extend({ key_id: z.string().max(200) }),
    response: z.object({ id: z.string(), revoked: z.literal(true) }),
  }),
};
