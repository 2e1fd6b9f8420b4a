/** The rule of an organization that its members come by single sign-on: which sign-ins open it besides. */
import { SSO_REQUIRED } from "@/lib/contract/confirm-again";
import { ApiError } from "@/lib/kernel/errors";

/** Whether a person has a second factor: SQL with the column of the person's ID. */
const hasFactorSql = (userId: string): string =>
  `(EXISTS (SELECT 1 FROM second_factor of WHERE of.user_id = ${userId} AND of.secret IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkey op WHERE op.user_id = ${userId}))`;

/**
 * Whether a sign-in opens the organization of a membership, for tables of both. An owner who had a second factor when
 * the rule was turned on keeps a way back. An owner without one does not get it by setting one up: whoever stole the
 * password could do that too.
 */
export const opensSql = (session: string, member: string): string =>
  `(${session}.provider_id IS NOT NULL
  OR (${member}.keeps_password AND ${member}.role = 'owner' AND ${hasFactorSql(`${member}.user_id`)})
  OR NOT EXISTS (SELECT 1 FROM organization oo WHERE oo.id = ${member}.organization_id AND oo.requires_sso))`;

/** @returns the refusal of a sign-in that opens no organization, because those of the person require another one */
export const ssoRequired = () =>
  new ApiError("Forbidden", "Your organization requires single sign-on, and you signed in another way.", {
    slug: SSO_REQUIRED,
    suggestedFix: "Open /login in your browser and sign in by your organization's provider.",
    headers: { "x-should-retry": "false" },
  });
