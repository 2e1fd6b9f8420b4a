/** Projects, members, API keys, sign-in, settings of a project and the audit trail. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { invitationsApi } from "./people/invitations.contract";
import { factorsApi } from "./factors/contract";
import { passkeysApi } from "./factors/passkeys.contract";
import { keyringApi } from "./keyring/contract";
import { browserTokensApi } from "./keys/browser-tokens.contract";
import { apiKeysApi } from "./keys/contract";
import { organizationKeysApi } from "./keys/organization-keys.contract";
import { membersApi } from "./people/members.contract";
import { named } from "@/lib/contract/named";
import { ssoApi } from "./sso/contract";
import { ssoSignInApi } from "./sso/sign-in.contract";
import { signInsApi } from "./sign-in/sign-ins.contract";
import { signInApi } from "./sign-in/contract";
import { Email, Password, profileApi } from "./people/profile.contract";
import { sessionInfoApi } from "./people/session-info.contract";
import { consumerApi } from "./people/consumer.contract";
import { projectsApi } from "./projects/contract";
import { cliSessionsApi } from "./keys/cli-sessions.contract";
import { userKeysApi } from "./keys/user-keys.contract";
import { ownerProjectsApi } from "./projects/owner-projects.contract";

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
    summary: "Check whether a setup link still works, and whether the server has an owner",
    query: z.object({ token: z.string().max(200).default("") }),
    response: z.object({ open: z.boolean(), owner: z.boolean() }),
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
    summary: "Create the first owner, the organization and the first project",
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
  ...signInApi,
  ...projectsApi,
  ...consumerApi,
  ...profileApi,
  ...factorsApi,
  ...passkeysApi,
  ...signInsApi,
  ...ssoApi,
  ...ssoSignInApi,
  ...apiKeysApi,
  ...browserTokensApi,
  ...organizationKeysApi,
  ...ownerProjectsApi,
  ...userKeysApi,
  ...cliSessionsApi,
  ...sessionInfoApi,
  ...keyringApi,
  ...membersApi,
  ...invitationsApi,
};
