/** The person who is signed in. Every page reads it, so it is apart from the operations that only some pages need. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

export const ProjectRow = z.object({ id: z.string(), name: z.string(), organization_id: z.string() });

export const signInApi = {
  getSession: operation({
    id: "getSession",
    method: "GET",
    path: "/api/v3/internal/patchbay/session",
    own: true,
    tag: "Session",
    auth: "session",
    permission: "profile:read",
    audit: "none",
    summary: "Get who is signed in and what they can use",
    response: z.object({
      user: z.object({ id: z.string(), email: z.string(), name: z.string().optional() }),
      organizations: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
      projects: z.array(ProjectRow),
      /** The project that this call was answered for. */
      project_id: z.string(),
      /** What the person may do in that project; the server asks again with each call. */
      permissions: z.array(z.string()),
      /** Patchbay's version. */
      version: z.string(),
    }),
  }),
};
