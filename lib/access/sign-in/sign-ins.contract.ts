/** The sign-ins of a person: the browsers in which they are signed in. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const time = z.iso.datetime();
const shared = { own: true, tag: "Session", auth: "user", forConfined: true } as const;

export const signInsApi = {
  listSignIns: operation({
    ...shared,
    id: "signIns.list",
    method: "GET",
    path: "/api/v3/internal/patchbay/profile/sign_ins",
    permission: "profile:read",
    audit: "none",
    summary: "List your sign-ins, the newest first",
    response: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          /** The browser and the system, such as "Firefox on Linux"; absent if unknown. */
          device: z.string().optional(),
          /** The IP address of the client when it signed in; absent if unknown. */
          address: z.string().optional(),
          created_at: time,
          /** To the minute; absent if unknown. */
          last_used_at: time.optional(),
          expires_at: time,
          /** Whether this call came with it. */
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSignIn: operation({
    ...shared,
    id: "signIns.end",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/profile/sign_ins/{id}",
    permission: "profile:write",
    audit: "profile.end_sign_in",
    summary: "End one of your sign-ins, in every copy of the app",
    params: z.object({ id: z.string().min(1).max(100) }),
    response: z.object({ success: z.boolean() }),
  }),
};
