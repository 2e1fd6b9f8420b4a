/** Set-up, session, projects, keys of projects and the projects' switches, as the API tells them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { apiKeysApi } from "./keys/contract";
import { named } from "@/lib/contract/named";
import { sessionApi } from "./sessions/contract";
import { Password, profileApi } from "./profile/contract";
import { projectsApi } from "./projects/contract";

/** What browsers accept in an email field (a server's own `root@localhost` too). Compared without regard to case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email({ pattern: z.regexes.html5Email, error: "must be an email address such as ada@example.com" })
      .max(254, "must have at most 254 characters"),
  );

export const accessApi = {
  getSetup: operation({
    id: "getSetup",
    method: "GET",
    path: "/api/v3/internal/patchbay/setup",
    own: true,
    tag: "Set-up",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Tell whether a set-up link still works",
    query: z.object({ token: z.string().max(200).default("") }),
    response: z.object({ open: z.boolean() }),
  }),
  completeSetup: operation({
    id: "completeSetup",
    method: "POST",
    path: "/api/v3/internal/patchbay/setup",
    own: true,
    tag: "Set-up",
    auth: "none",
    permission: "public",
    audit: "setup.complete",
    summary: "Make the first owner, the organization and the first project",
    description: "The token of the set-up link is the credential; it works once.",
    body: z.object({
      token: z.string().min(1).max(200),
      email: Email,
      password: Password,
      name: named("person's name").optional(),
      organization_name: named("organization's name").optional(),
      project_name: named("project's name").optional(),
    }),
    response: z.object({
      user: z.object({ id: z.string(), email: z.string() }),
      organization_id: z.string(),
      project_id: z.string(),
    }),
    status: 201,
  }),
  ...sessionApi,
  ...projectsApi,
  ...profileApi,
  ...apiKeysApi,
};
