/** The people who can decide about a call that waits for an approval. */
import { z } from "zod";
import { APPROVER_ROLES } from "./approver-roles";

export const Approvers = z
  .object({
    members: z.array(z.string()).meta({ description: "IDs of members" }),
    role: z.enum(APPROVER_ROLES).nullable().meta({ description: "All members with this role or a higher one" }),
    user: z.boolean().meta({ description: "The user of the session, on the page /my/approvals" }),
    app: z.boolean().meta({ description: "Your app: by its key when it repeats the call, and by links it creates" }),
  })
  .meta({ id: "Approvers" });
export type Approvers = z.infer<typeof Approvers>;

/** Fields that are left out name nobody. */
export const ApproversIn = z
  .strictObject({
    members: z
      .array(z.string().trim().min(1, "must name a member").max(200, "must have at most 200 characters"))
      .max(50, "has too many entries")
      .default([]),
    role: z.enum(APPROVER_ROLES).nullable().default(null),
    user: z.boolean().default(false),
    app: z.boolean().default(false),
  })
  .refine(({ members, role, user, app }) => members.length > 0 || role !== null || user || app, "must name someone");
